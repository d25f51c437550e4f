import { useState, type FocusEvent, type KeyboardEvent, type Ref } from 'react';
import { Button, IconButton, InputAdornment, Popover, TextField, type TextFieldProps } from '@mui/material';
import CalendarToday from '@mui/icons-material/CalendarTodayOutlined';
import { useTranslate } from 'react-admin';
import { Calendar } from './Calendar.tsx';
import { gregorian } from '../../model/index.ts';
import { parseDate, parseDateTime, parseTime, showDateTime } from './wallClock.ts';

export type DatePrecision = 'date' | 'dateTime' | 'time';

interface DateControlProps extends Omit<TextFieldProps, 'value' | 'onChange' | 'onBlur'> {
  readonly precision: DatePrecision;
  /** Digits of the second that a time has. */
  readonly digits?: number;
  /** Wire form; empty when nothing is chosen. */
  readonly value: string;
  /** Wire form, empty, or – while it is not a date – the text as typed, so that validation can say so. */
  readonly onChange: (value: string) => void;
  readonly onBlur?: () => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** How what is typed is read; `digits`: of the second of a time. */
const PARSE: Readonly<Record<DatePrecision, (text: string, digits: number) => string | undefined>> = {
  date: parseDate,
  dateTime: parseDateTime,
  time: parseTime,
};
const PLACEHOLDER = { date: 'YYYY-MM-DD', dateTime: 'YYYY-MM-DD HH:mm', time: 'HH:mm' } as const;

const shown = (precision: DatePrecision, value: string): string =>
  precision === 'dateTime' ? showDateTime(value) : value;

/**
 * A date, time or both: typed in the fixed format or picked from a calendar; wall clock, the same in every browser and language.
 *
 * @example
 * const due = (value: string, set: (value: string) => void) => (
 *   <DateControl precision="date" label="Due" value={value} onChange={set} />
 * );
 */
export function DateControl({
  precision,
  digits = 0,
  value,
  onChange,
  onBlur,
  disabled,
  slotProps,
  ...rest
}: DateControlProps) {
  const translate = useTranslate();
  const [draft, setDraft] = useState<string | undefined>();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  const commit = (text: string) => {
    setDraft(undefined);
    const next = text.trim() === '' ? '' : (PARSE[precision](text, digits) ?? text);
    if (next !== value) onChange(next);
  };
  const choose = (date: string) => {
    const time =
      precision === 'dateTime'
        ? ` ${(parseDateTime(value, digits) ?? parseDateTime('2000-01-01', digits)!).slice(11)}`
        : '';
    setAnchor(null);
    setDraft(undefined);
    onChange(date + time);
  };

  // Papers in Thailand show years of the Buddhist calendar.
  const meant = precision === 'time' ? undefined : gregorian(value.replaceAll('/', '-'), new Date().getFullYear());
  const offered = meant && PARSE[precision](meant, digits);

  return (
    <>
      <TextField
        {...rest}
        disabled={disabled}
        value={draft ?? shown(precision, value)}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          commit(event.target.value);
          onBlur?.();
        }}
        onKeyDown={(event: KeyboardEvent<HTMLElement>) =>
          event.key === 'Enter' && commit((event.target as HTMLInputElement).value)
        }
        placeholder={PLACEHOLDER[precision]}
        slotProps={{
          ...slotProps,
          htmlInput: {
            inputMode: 'numeric',
            autoComplete: 'off',
            maxLength: digits > 0 ? 20 + digits : 19,
            style: { fontVariantNumeric: 'tabular-nums' },
            ...(slotProps?.htmlInput as object),
          },
          input: {
            endAdornment: precision !== 'time' && (
              <InputAdornment position="end" sx={{ ml: 0 }}>
                <IconButton
                  size="small"
                  edge="end"
                  disabled={disabled}
                  aria-label={translate('admin.date.open')}
                  onClick={(event) => setAnchor(event.currentTarget)}
                >
                  <CalendarToday sx={{ fontSize: 18 }} />
                </IconButton>
              </InputAdornment>
            ),
          },
        }}
      />
      {offered && !disabled && (
        <Button size="small" onClick={() => onChange(offered)} sx={{ mt: 0.5, alignSelf: 'flex-start' }}>
          {translate('admin.date.gregorian', { date: offered.slice(0, 10) })}
        </Button>
      )}
      {anchor && (
        <Popover
          open
          anchorEl={anchor}
          onClose={() => setAnchor(null)}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          transformOrigin={{ vertical: 'top', horizontal: 'right' }}
          // Beside the page, in none of its landmarks.
          slotProps={{ root: { role: 'region', 'aria-label': translate('admin.date.open') } }}
        >
          <Calendar value={value.slice(0, 10) || undefined} onChoose={choose} />
        </Popover>
      )}
    </>
  );
}
