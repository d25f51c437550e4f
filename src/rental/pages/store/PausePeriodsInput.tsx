import { useRecordContext } from 'react-admin';
import { RowsInput, useTexts, type FormInputProps } from 'forecourt/admin';
import { DEFAULT_TIME_ZONE, toWallClock } from '../../rules/index.ts';

/** Pauses line by line, as many to come as the parameters allow (D-ADM-09). The server counts again, on the clock of the store. */
export default function PausePeriodsInput(props: FormInputProps) {
  useTexts('rental.store');
  const most = useRecordContext()?.['maxPausePeriods'] as number | undefined;
  const refuseLine = (rows: readonly Readonly<Record<string, unknown>>[]): string | undefined => {
    const now = toWallClock(Date.now(), DEFAULT_TIME_ZONE);
    const toCome = rows.filter(({ endTime }) => !endTime || String(endTime) > now);
    return most !== undefined && toCome.length >= most ? 'rental.store.pauseMax' : undefined;
  };
  return <RowsInput {...props} refuseLine={refuseLine} />;
}
