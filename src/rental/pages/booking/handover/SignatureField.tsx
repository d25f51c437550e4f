import { useEffect, useRef, useState } from 'react';
import { Alert, Box, Button, Checkbox, FormControlLabel, FormHelperText, OutlinedInput, Skeleton } from '@mui/material';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { useTranslate } from 'react-admin';
import { LoadProblem, shortTime } from 'forecourt/admin';
import type { ContractInfo } from '../../../calls/index.ts';
import { ContractText } from '../../contract/ContractText.tsx';
import { useContract } from '../../contract/useContract.ts';
import { Signature } from '../../contract/Signature.tsx';
import { fieldId } from './draft.ts';
import type { HandoverOrder } from './guards.ts';
import { REQUIRED } from './HandoverField.tsx';
import type { Handover } from './useHandover.ts';

const ID = fieldId('signImage');

/** What is signed, to be read where somebody asks. */
function Contract({ contract }: { contract: ContractInfo }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="outlined"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        endIcon={<ExpandMore sx={{ transform: open ? 'rotate(180deg)' : undefined }} />}
        sx={{ minHeight: 48 }}
      >
        {translate('rental.handover.readContract')}
      </Button>
      {open && (
        <Box
          tabIndex={0}
          role="region"
          aria-label={translate('rental.order.contract.text')}
          sx={{ mt: 1, maxHeight: 320, overflowY: 'auto', border: 1, borderColor: 'divider', borderRadius: 1, p: 2 }}
        >
          <ContractText {...contract} />
        </Box>
      )}
    </>
  );
}

interface PadProps {
  readonly label: string;
  readonly onChange: (draw: (() => Promise<Blob>) | undefined) => void;
}

/** The place to sign; with it goes what was drawn on it. */
function Pad({ label, onChange }: PadProps) {
  const changed = useRef(onChange);
  useEffect(() => {
    changed.current = onChange;
  });
  useEffect(() => () => changed.current(undefined), []);
  return <Signature label={label} onChange={onChange} />;
}

/** Contract and place to sign; other words than those that were read are signed anew. */
function ToSign({ order, handover: { draft, sign } }: { order: HandoverOrder; handover: Handover }) {
  const translate = useTranslate();
  const { data, error, refetch } = useContract(order.id, draft.carId ?? undefined);
  if (!data && !error) return <Skeleton variant="rounded" height={220} />;
  const updateTime = data?.updateTime;
  return (
    <>
      {data ? <Contract contract={data} /> : <LoadProblem error={error} onRetry={() => void refetch()} />}
      <Pad
        key={`${draft.carId} ${updateTime}`}
        label={translate('rental.order.contract.signatureOf', { name: order.renterName })}
        onChange={(draw) => sign(draw && { draw, updateTime })}
      />
    </>
  );
}

/** The renter signs before the keys go out; without a signature somebody says why (D-ORD-21). */
export function SignatureField({ order, handover }: { order: HandoverOrder; handover: Handover }) {
  const translate = useTranslate();
  const { mustSign, overrides, setOverrides, errorOf } = handover;
  const error = errorOf('signImage');
  if (!mustSign)
    return (
      <Alert severity="success">
        {translate('rental.handover.signed', { time: shortTime(order.contractSignTime ?? '') })}
      </Alert>
    );
  const reason = translate('rental.handover.unsignedReason');
  return (
    <Box
      role="group"
      id={ID}
      tabIndex={-1}
      aria-labelledby={`${ID}-label`}
      aria-describedby={error ? `${ID}-note` : undefined}
    >
      <Box id={`${ID}-label`} sx={{ fontWeight: 500, mb: 0.5, ...REQUIRED }}>
        {translate('rental.handover.signature')}
      </Box>
      {!overrides.unsigned && <ToSign order={order} handover={handover} />}
      <FormControlLabel
        sx={{ minHeight: 48 }}
        control={
          <Checkbox
            checked={overrides.unsigned}
            onChange={(_event, unsigned) => setOverrides({ ...overrides, unsigned })}
          />
        }
        label={translate('rental.handover.unsigned')}
      />
      {overrides.unsigned && (
        <OutlinedInput
          fullWidth
          error={error !== undefined}
          placeholder={reason}
          value={overrides.unsignedReason}
          onChange={(event) => setOverrides({ ...overrides, unsignedReason: event.target.value })}
          inputProps={{ maxLength: 500, 'aria-label': reason, 'aria-required': true }}
          sx={{ minHeight: 48 }}
        />
      )}
      {error && (
        <FormHelperText id={`${ID}-note`} error role="alert" sx={{ mx: 0 }}>
          {error}
        </FormHelperText>
      )}
    </Box>
  );
}
