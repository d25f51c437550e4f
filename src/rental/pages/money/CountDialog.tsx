import { useMemo, useState } from 'react';
import { Alert, Box, DialogContent } from '@mui/material';
import { useQueryClient } from '@tanstack/react-query';
import { Form, useNotify, useTranslate } from 'react-admin';
import { useWatch } from 'react-hook-form';
import {
  ChoiceSelect,
  FieldInput,
  formatMoney,
  Labelled,
  QuestionButtons,
  QuestionDialog,
  refusalOf,
  useLabels,
} from 'forecourt/admin';
import type { DayClose } from '../../calls/index.ts';
import { DRAWER_COUNT, messageKey, toBaht, ZERO, type DrawerCountKind } from '../../rules/index.ts';
import { Figures } from '../Figures.tsx';
import { useRentalProvider } from '../provider.ts';
import { askedField } from '../steps/askedField.ts';
import { JudgedAgain, Rules, StepField, useFieldCheck, type StepValues } from '../steps/StepField.tsx';
import { countBody, DRAWER_FORM as form, drawerProblems, resultIn } from './drawerForm.ts';
import { NoteFields } from './NoteFields.tsx';

const TWO = { display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } } as const;

interface CountDialogProps {
  readonly day: DayClose;
  /** The day is closed with it, or the drawer goes on to somebody else. */
  readonly kind: DrawerCountKind;
}

/** What should be there, and how far the count is off. */
function Expected({ day }: { readonly day: DayClose }) {
  const labels = useLabels('drawerCount');
  const values = useWatch() as StepValues;
  const result = resultIn(values, day.drawer);
  const float = day.drawer.float ?? (values['float'] as number | null | undefined) ?? 0;
  return (
    <Figures
      rows={[
        { label: labels.field('float'), value: formatMoney(float) },
        { label: labels.field('cash'), value: formatMoney(day.drawer.cash) },
        { label: labels.field('expected'), value: formatMoney(float + day.drawer.cash) },
        ...(result
          ? [
              { label: labels.field('difference'), value: formatMoney(toBaht(result.difference)), strong: true },
              { label: labels.field('banked'), value: formatMoney(toBaht(result.banked)) },
            ]
          : []),
      ]}
    />
  );
}

/** Why the cash differs: asked for as soon as it does. */
function Reason({ day }: { readonly day: DayClose }) {
  const check = useFieldCheck('reason');
  const result = resultIn(useWatch() as StepValues, day.drawer);
  const isNeeded = result !== undefined && result.difference !== ZERO;
  const field = useMemo(
    () => ({ ...askedField(form, 'reason', isNeeded), message: messageKey('drawer.refusal.reasonNeeded') }),
    [isNeeded],
  );
  return <FieldInput model={form} field={field} check={check} />;
}

/** Who takes the drawer over, of those who work in the store; a close says what it does. */
function Taker({ day, kind }: CountDialogProps) {
  const translate = useTranslate();
  const check = useFieldCheck('takerId');
  if (kind === DRAWER_COUNT.close) return <Alert severity="info">{translate('resources.payment.day.closes')}</Alert>;
  return (
    <Labelled model={form} field={askedField(form, 'takerId')} required disabled={false} validate={[check]} group>
      {(bound) => (
        <ChoiceSelect
          bound={bound}
          choices={day.staff.map(({ id, name }) => ({ text: String(id), label: name }))}
          value={bound.value ? String(bound.value) : ''}
          onChange={([text]) => bound.onChange(text ? Number(text) : null)}
          empty={{ label: translate('admin.form.none') }}
        />
      )}
    </Labelled>
  );
}

/** Counts the drawer of the store: handed over to the next shift, or with the day closed (D-MONEY-10, D-MONEY-11). */
export default function CountDialog({ day, kind, onClose }: CountDialogProps & { readonly onClose: () => void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const provider = useRentalProvider();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const [defaults] = useState({
    ...{ notes: [], float: null, counted: null, carried: day.drawer.float, reason: '', takerId: null },
  });
  const verb = translate(`resources.payment.day.${kind === DRAWER_COUNT.close ? 'closeDay' : 'handOver'}`);
  const title = translate(`resources.payment.day.${kind === DRAWER_COUNT.close ? 'countDrawer' : 'handOver'}`);
  const submit = async (values: Record<string, unknown>): Promise<Record<string, string> | undefined> => {
    setBusy(true);
    setRefusal(undefined);
    try {
      await provider.call('POST', '/order/drawercount/count', countBody(values, day, kind));
      const said = kind === DRAWER_COUNT.close ? 'dayClosed' : 'handedOver';
      notify(translate(`resources.payment.day.${said}`, { store: day.storeName, date: day.date }), { type: 'success' });
      await client.invalidateQueries({ queryKey: ['day close'] });
      onClose();
      return undefined;
    } catch (error) {
      const { message, errors } = refusalOf(error);
      const isAtField = Object.keys(errors).some((name) => name in values);
      setRefusal(isAtField ? undefined : message);
      return errors;
    } finally {
      setBusy(false);
    }
  };
  return (
    <QuestionDialog title={title} busy={busy} onClose={onClose}>
      <Rules value={(values) => drawerProblems(values, day, kind)}>
        <Form defaultValues={defaults} onSubmit={submit as never} noValidate disableInvalidFormNotification>
          <DialogContent sx={{ display: 'grid', gap: 2, pt: 0, alignContent: 'start' }}>
            {refusal && <Alert severity="error">{refusal}</Alert>}
            <NoteFields />
            {day.drawer.float === null && <StepField model={form} name="float" required />}
            <Box sx={TWO}>
              <StepField model={form} name="counted" required />
              <StepField model={form} name="carried" required={false} />
            </Box>
            <Expected day={day} />
            <Reason day={day} />
            <Taker day={day} kind={kind} />
          </DialogContent>
          <QuestionButtons verb={verb} busy={busy} onBack={onClose} />
          <JudgedAgain />
        </Form>
      </Rules>
    </QuestionDialog>
  );
}
