import { useRef } from 'react';
import { Box, Chip, OutlinedInput, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import { Labelled, type FormInputProps } from 'forecourt/admin';
import { fillTemplate, signed, SMS_VARIABLES, smsLength } from '../../rules/index.ts';

const EVENTS: Readonly<Record<string, string>> = { createdTemplate: 'created', cancelledTemplate: 'cancelled' };

/** What the renter would read, and how many messages the operator would count. */
function Preview({ template, event }: { template: string; event: string }) {
  const translate = useTranslate();
  const signature = useWatch({ name: 'signature' }) as string | undefined;
  const samples = Object.fromEntries(
    SMS_VARIABLES.map((name) => [name, translate(`resources.smsSetting.texts.samples.${name}`)]),
  );
  const own = template.trim() !== '';
  const text = signed(
    signature,
    own ? fillTemplate(template, samples) : translate(`resources.smsSetting.texts.general.${event}`, samples),
  );
  const { characters, parts, limit } = smsLength(text);
  return (
    <Box
      sx={{ mt: 1, p: 1.5, borderRadius: 1, bgcolor: 'action.hover' }}
      role="group"
      aria-label={translate('resources.smsSetting.texts.preview')}
    >
      <Typography sx={{ fontSize: 12, color: 'text.secondary' }}>
        {translate('resources.smsSetting.texts.preview')}
        {!own && ` · ${translate('resources.smsSetting.texts.own')}`}
      </Typography>
      <Typography sx={{ fontSize: 14, my: 0.5, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>{text}</Typography>
      <Typography sx={{ fontSize: 12, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' }} role="status">
        {translate('resources.smsSetting.texts.length', { characters, limit, smart_count: parts })}
      </Typography>
    </Box>
  );
}

/** A template with its variables to insert at the cursor, and what it becomes. */
export default function SmsTemplateInput(props: FormInputProps) {
  const translate = useTranslate();
  const input = useRef<HTMLTextAreaElement>(null);
  return (
    <Labelled {...props}>
      {({ id, value, onChange, onBlur, ref, disabled, invalid, describedBy }) => {
        const text = typeof value === 'string' ? value : '';
        const insert = (name: string): void => {
          const { selectionStart: start = text.length, selectionEnd: end = text.length } = input.current ?? {};
          const placeholder = `{${name}}`;
          onChange(`${text.slice(0, start)}${placeholder}${text.slice(end)}`);
          // After the new text is drawn: before, the cursor would jump to its end.
          requestAnimationFrame(() => {
            input.current?.focus();
            input.current?.setSelectionRange(start + placeholder.length, start + placeholder.length);
          });
        };
        return (
          <>
            <OutlinedInput
              id={id}
              inputRef={(element: HTMLTextAreaElement | null) => {
                input.current = element;
                (ref as (element: HTMLTextAreaElement | null) => void)(element);
              }}
              onBlur={onBlur}
              disabled={disabled}
              error={invalid}
              aria-describedby={describedBy}
              fullWidth
              size="small"
              multiline
              minRows={2}
              maxRows={8}
              value={text}
              onChange={(event) => onChange(event.target.value)}
              inputProps={{ maxLength: props.field.schema.maxLength }}
            />
            <Box
              role="group"
              aria-label={translate('resources.smsSetting.texts.insert')}
              sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mt: 1 }}
            >
              {SMS_VARIABLES.map((name) => (
                <Chip
                  key={name}
                  size="small"
                  variant="outlined"
                  label={translate(`codes.smsSetting.variables.${name}`)}
                  onClick={() => insert(name)}
                  disabled={disabled}
                />
              ))}
            </Box>
            <Preview template={text} event={EVENTS[props.field.name] ?? 'created'} />
          </>
        );
      }}
    </Labelled>
  );
}
