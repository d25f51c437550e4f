import { Suspense, useState } from 'react';
import { Alert, Box, Button, OutlinedInput } from '@mui/material';
import { HttpError, useDataProvider, useRecordContext, useTranslate } from 'react-admin';
import { useFormState } from 'react-hook-form';
import { failureText, Labelled, useTexts, type AdminDataProvider, type FormInputProps } from 'forecourt/admin';

interface Outcome {
  readonly severity: 'success' | 'error';
  /** The server's words, or the key of a failure without an answer. */
  readonly message: string;
  /** Why it did not go out, as the outbox keeps it. */
  readonly reason?: string | undefined;
}

/** The code of the provider or of our own that a refused test answers. */
function reasonOf(error: unknown): string | undefined {
  if (!(error instanceof HttpError)) return undefined;
  const { data } = (error.body ?? {}) as { data?: { reason?: string } | null };
  return data?.reason || undefined;
}

function Because({ message, reason }: { message: string; reason: string }) {
  useTexts('failures');
  const translate = useTranslate();
  return translate('resources.smsSetting.texts.failedBecause', { message, reason: failureText(reason, translate) });
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
      setOutcome({ severity: 'success', message });
    } catch (error) {
      setOutcome({ severity: 'error', message: (error as Error).message, reason: reasonOf(error) });
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
                  {outcome.reason ? (
                    <Suspense fallback={outcome.message}>
                      <Because message={outcome.message} reason={outcome.reason} />
                    </Suspense>
                  ) : (
                    translate(outcome.message, { _: outcome.message })
                  )}
                </Alert>
              )}
            </Box>
          </>
        );
      }}
    </Labelled>
  );
}
