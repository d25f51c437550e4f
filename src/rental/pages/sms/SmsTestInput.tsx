import { useState } from 'react';
import { Alert, Box, Button, OutlinedInput } from '@mui/material';
import { HttpError, useDataProvider, useRecordContext, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { Labelled, type AdminDataProvider, type FormInputProps } from '../../../framework/admin/index.ts';

interface Outcome {
  readonly severity: 'success' | 'error';
  readonly text: string;
}

/** The phone of tests, and the test itself: it goes by the settings that are saved, so what was typed is saved first. */
export default function SmsTestInput(props: FormInputProps) {
  const translate = useTranslate();
  const provider = useDataProvider<AdminDataProvider>();
  const record = useRecordContext();
  const { dirtyFields } = useFormState();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const unsaved = Object.keys(dirtyFields).some((name) => name !== props.field.name);

  const send = async (phone: string): Promise<void> => {
    setBusy(true);
    setOutcome(undefined);
    try {
      // A masked phone is the stored one.
      const to = phone.includes('*') ? {} : { phone };
      const { message } = await provider.call('POST', '/supplier/testsms', {
        supplierId: record?.['supplierId'] as number,
        template: 'created',
        ...to,
      });
      setOutcome({ severity: 'success', text: message });
    } catch (error) {
      const { message } = error as Error;
      const reason = error instanceof HttpError ? (error.body as { reason?: string } | undefined)?.reason : undefined;
      const text = reason ? translate('resources.smsSetting.texts.failedBecause', { message, reason }) : message;
      setOutcome({ severity: 'error', text: translate(text, { _: text }) });
    } finally {
      setBusy(false);
    }
  };

  return (
    <Labelled {...props}>
      {({ id, value, onChange, onBlur, ref, disabled, invalid, describedBy }) => {
        const phone = typeof value === 'string' ? value : '';
        return (
          <>
            <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
              <OutlinedInput
                id={id}
                inputRef={ref}
                type="tel"
                autoComplete="off"
                size="small"
                sx={{ flex: '1 1 200px' }}
                value={phone}
                onChange={(event) => onChange(event.target.value)}
                onBlur={onBlur}
                disabled={disabled}
                error={invalid}
                aria-describedby={describedBy}
                inputProps={{ maxLength: props.field.schema.maxLength }}
              />
              <Button
                variant="outlined"
                loading={busy}
                disabled={unsaved}
                aria-describedby={`${id}-saved`}
                onClick={() => void send(phone)}
              >
                {translate('resources.smsSetting.texts.test')}
              </Button>
            </Box>
            <Box id={`${id}-saved`} sx={{ fontSize: 12, color: 'text.secondary', mt: 0.75 }}>
              {translate(unsaved ? 'resources.smsSetting.texts.saveFirst' : 'resources.smsSetting.texts.testCreated')}
            </Box>
            <Box role="status">
              {outcome && (
                <Alert severity={outcome.severity} sx={{ mt: 1 }}>
                  {outcome.text}
                </Alert>
              )}
            </Box>
          </>
        );
      }}
    </Labelled>
  );
}
