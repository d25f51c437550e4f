import { useState } from 'react';
import { Alert, Box, Button, TextField } from '@mui/material';
import { useTranslate, type RaRecord } from 'react-admin';
import { DateControl, useAction, useCanDo, useLabels } from 'forecourt/admin';
import type { Resource } from 'forecourt/model';

interface AuditFormProps {
  readonly model: Resource;
  readonly record: RaRecord;
  /** Decided, or put off. */
  readonly onNext: () => void;
}

/** As the call has it. */
const LONGEST = 500;

/** Approve, or reject with the reason at its field; whoever comes second is told so and goes on. */
export function AuditForm({ model, record, onNext }: AuditFormProps) {
  const labels = useLabels(model.name);
  const translate = useTranslate();
  const canDo = useCanDo();
  const [approve, reject] = ['approve', 'reject'].map((name) => model.actions.find((one) => one.name === name)!);
  const approving = useAction(model, approve!, { id: record.id, quiet: true });
  const rejecting = useAction(model, reject!, { id: record.id, quiet: true });
  const [expiryDate, setExpiryDate] = useState(String(record['expiryDate'] ?? ''));
  const [remark, setRemark] = useState('');
  const [unsaid, setUnsaid] = useState(false);
  const busy = approving.busy || rejecting.busy;
  const errors = { ...approving.errors, ...rejecting.errors };
  const refusal = approving.refusal ?? rejecting.refusal;
  const atField = Object.keys(errors).length > 0;
  const seen = { updateTime: String(record['updateTime']), expiryDate: expiryDate === '' ? null : expiryDate };
  const remarkProblem = errors['remark'] ?? (unsaid ? translate('ra.validation.required') : '');

  const decide = async (running: Promise<boolean>): Promise<void> => {
    if (await running) onNext();
  };
  const refuse = async (): Promise<void> => {
    const said = remark.trim();
    setUnsaid(said === '');
    if (said !== '') await decide(rejecting.run({ ...seen, remark: said }));
  };

  return (
    <Box component="section" aria-label={labels.action('audit')} sx={{ display: 'grid', gap: 1.5 }}>
      {refusal && !atField && <Alert severity="error">{translate(refusal, { _: refusal })}</Alert>}
      <DateControl
        precision="date"
        size="small"
        label={labels.field('expiryDate')}
        value={expiryDate}
        onChange={setExpiryDate}
        error={errors['expiryDate'] !== undefined}
        helperText={errors['expiryDate']}
        disabled={busy}
      />
      {canDo(model.name, 'reject') && (
        <TextField
          label={labels.field('remark')}
          value={remark}
          onChange={(event) => setRemark(event.target.value)}
          multiline
          minRows={2}
          size="small"
          error={remarkProblem !== ''}
          helperText={remarkProblem || translate('resources.document.notice.reject')}
          disabled={busy}
          slotProps={{ htmlInput: { maxLength: LONGEST } }}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {canDo(model.name, 'approve') && (
          <Button
            variant="contained"
            loading={approving.busy}
            disabled={rejecting.busy}
            onClick={() => void decide(approving.run(seen))}
          >
            {labels.action('approve')}
          </Button>
        )}
        {canDo(model.name, 'reject') && (
          <Button
            variant="outlined"
            color="error"
            loading={rejecting.busy}
            disabled={approving.busy}
            onClick={() => void refuse()}
          >
            {labels.action('reject')}
          </Button>
        )}
        <Button onClick={onNext} disabled={busy}>
          {translate('resources.document.texts.later')}
        </Button>
      </Box>
    </Box>
  );
}
