import { Box, Skeleton } from '@mui/material';
import { useTranslate } from 'react-admin';
import { ActionButton, LoadProblem, ToneChip, useCodeLabel, useLabels } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';
import { ContractText } from '../../contract/ContractText.tsx';
import type { OrderInfo } from '../info/orderInfo.ts';
import { Panel } from '../../Panel.tsx';
import { useContract } from '../../contract/useContract.ts';
import { CONTRACT } from '../../../rules/index.ts';

/** The e-contract: its words, and the signature or the way to it (D-ORD-21). */
export function ContractTab({ model, order }: { model: Resource; order: OrderInfo }) {
  const translate = useTranslate();
  const labels = useLabels(model.name);
  const codeLabel = useCodeLabel();
  const { data: contract, error, refetch } = useContract(order.id);
  if (error && !contract) return <LoadProblem error={error} onRetry={() => void refetch()} />;
  if (!contract) return <Skeleton variant="rounded" height={320} />;
  const sign = (order['actions'] as readonly string[]).includes('sign')
    ? model.actions.find(({ name }) => name === 'sign')
    : undefined;
  return (
    <Panel
      title={[codeLabel('orderDetailTab', 'contract'), contract.contractNo].filter(Boolean).join(' ')}
      aside={
        <ToneChip
          tone={contract.status === CONTRACT.signed ? 'done' : 'waiting'}
          label={codeLabel('contractStatus', contract.status)}
        />
      }
    >
      <ContractText {...contract} />
      <Box sx={{ mt: 3, pt: 2, borderTop: 1, borderColor: 'divider' }}>
        {contract.status === CONTRACT.signed ? (
          <>
            {/* One that was signed on paper, or elsewhere before this system, has neither. */}
            {contract.signImage !== '' && (
              <Box
                component="img"
                src={contract.signImage}
                alt={translate('rental.order.contract.signatureOf', { name: String(order['renterName']) })}
                sx={{ display: 'block', maxWidth: 320, width: 1, height: 120, objectFit: 'contain', bgcolor: '#fff' }}
              />
            )}
            {contract.signTime !== '' && (
              <Box sx={{ mt: 1, fontSize: 13, color: 'text.secondary' }}>
                {`${labels.field('contractSignTime')}: ${contract.signTime}`}
              </Box>
            )}
          </>
        ) : (
          sign && (
            <ActionButton model={model} action={sign} record={order} variant="contained" onEnd={() => void refetch()} />
          )
        )}
      </Box>
    </Panel>
  );
}
