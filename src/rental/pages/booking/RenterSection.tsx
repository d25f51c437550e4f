import { useState, type SyntheticEvent } from 'react';
import {
  Alert,
  Autocomplete,
  Box,
  Checkbox,
  FormControlLabel,
  InputAdornment,
  Link,
  OutlinedInput,
  TextField,
} from '@mui/material';
import Search from '@mui/icons-material/Search';
import { LinkBase, useCreatePath, useTranslate } from 'react-admin';
import { ToneChip, useBoxState, useCan, useChoiceBox, useCodeLabel, useLabels } from 'forecourt/admin';
import { useBookingForm } from './BookingContext.ts';
import { CodeEntry, TextEntry } from './fields.tsx';
import { FormField, FormSection } from './FormField.tsx';
import { renterOf, useBlacklisted, useMembers, type BlacklistEntry, type Member } from './useMembers.ts';
import { fieldId } from './useBooking.tsx';
import { useRentalProvider } from '../provider.ts';

const firstEntry = (entries: Member['blacklist']): BlacklistEntry | undefined => [entries ?? []].flat()[0];

function MemberSearch({ onChosen }: { onChosen: (member: Member) => void }) {
  const { change } = useBookingForm();
  const provider = useRentalProvider();
  const translate = useTranslate();
  const state = useBoxState();
  const { typed, setTyped, setOpen } = state;
  const { members, settled } = useMembers(typed);
  const choose = async (event: Pick<SyntheticEvent, 'type'>, member: Member | null) => {
    if (!member) return;
    setOpen(false);
    // The keyboard goes on where the member's own fields begin; a finger wants to see the form, not its keyboard.
    if (event.type === 'keydown') document.getElementById(fieldId('renterName'))?.focus();
    // The search masks what it answers; the record itself has it in full for those who may see it (D-ORD-25).
    const full = await provider.call('GET', '/member/info/{id}', { id: member.id }).then(
      ({ data }) => data,
      () => member,
    );
    change(renterOf(full));
    onChosen(full);
    setTyped('');
  };
  const box = useChoiceBox(state, {
    choices: members,
    settled,
    nameOf: ({ name }) => name,
    isOff: ({ status }) => status === 0,
    narrow: (all) => all,
    choose: (member) => void choose({ type: 'keydown' }, member),
  });
  return (
    <Autocomplete<Member, false, false>
      {...box}
      value={null}
      inputValue={typed}
      size="small"
      fullWidth
      blurOnSelect="touch"
      forcePopupIcon={false}
      getOptionKey={(member) => member.id}
      onInputChange={(_event, text, reason) => reason !== 'reset' && setTyped(text)}
      onChange={(event, member) => void choose(event, member)}
      noOptionsText={translate(typed.trim().length < 2 ? 'rental.booking.memberHint' : 'rental.booking.memberNone')}
      renderOption={({ key, ...option }, member) => (
        <li key={key} {...option}>
          <Box sx={{ display: 'flex', gap: 1, width: 1, alignItems: 'baseline' }}>
            <Box sx={{ flex: 1, minWidth: 0 }}>{member.name}</Box>
            <Box
              sx={{ color: 'text.secondary', fontSize: 13, whiteSpace: 'nowrap' }}
            >{`${member.countryCode} ${member.phone}`}</Box>
            {member.status === 0 && <ToneChip tone="off" label={translate('rental.booking.memberDisabled')} />}
          </Box>
        </li>
      )}
      renderInput={(params) => (
        <TextField
          {...params}
          hiddenLabel
          placeholder={translate('rental.booking.memberSearch')}
          slotProps={{
            htmlInput: { ...params.inputProps, 'aria-label': translate('rental.booking.memberSearch') },
            input: {
              ...params.InputProps,
              startAdornment: (
                <InputAdornment position="start">
                  <Search sx={{ fontSize: 18 }} />
                </InputAdornment>
              ),
            },
          }}
        />
      )}
    />
  );
}

/** Type and reason of the entry, and for those who may: booking all the same, with a reason (D-ORD-09). */
function BlacklistNotice({ entry }: { entry?: BlacklistEntry }) {
  const { override, setOverride, errorOf } = useBookingForm();
  const translate = useTranslate();
  const labelOf = useCodeLabel();
  const mayOverride = useCan('order-enable');
  const error = errorOf('overrideReason');
  return (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1', '& .MuiAlert-message': { flex: 1 } }}>
      {entry
        ? translate('rental.booking.blacklisted', {
            type: labelOf('blacklistType', entry.type),
            reason: entry.reason || '–',
          })
        : errorOf('renterPhone')}
      {mayOverride ? (
        <>
          <FormControlLabel
            sx={{ display: 'flex', mt: 0.5 }}
            control={
              <Checkbox
                size="small"
                checked={override.allow}
                onChange={(_event, allow) => setOverride({ ...override, allow })}
              />
            }
            label={translate('rental.booking.override')}
          />
          {override.allow && (
            <OutlinedInput
              id={fieldId('overrideReason')}
              size="small"
              fullWidth
              autoFocus
              error={error !== undefined}
              placeholder={translate('rental.booking.overrideReason')}
              value={override.reason}
              onChange={(event) => setOverride({ allow: true, reason: event.target.value })}
              inputProps={{ maxLength: 500, 'aria-label': translate('rental.booking.overrideReason') }}
            />
          )}
        </>
      ) : (
        <Box sx={{ fontSize: 12, mt: 0.5 }}>{translate('rental.booking.overrideAsk')}</Box>
      )}
    </Alert>
  );
}

/** What the server asks before it books: the clerk looks at the renter's orders and goes on, or not. */
function Question({ text }: { text: string }) {
  const { draft, confirmed, setConfirmed } = useBookingForm();
  const translate = useTranslate();
  const createPath = useCreatePath();
  const filter = encodeURIComponent(JSON.stringify({ keyword: draft.renterPhone }));
  return (
    <Alert severity="warning" sx={{ gridColumn: '1 / -1', '& .MuiAlert-message': { flex: 1 } }}>
      <Box>{text}</Box>
      <Link
        component={LinkBase}
        to={`${createPath({ resource: 'order', type: 'list' })}?filter=${filter}`}
        target="_blank"
        color="inherit"
      >
        {translate('rental.booking.ordersOfRenter')}
      </Link>
      <FormControlLabel
        sx={{ display: 'flex', minHeight: 48 }}
        control={<Checkbox checked={confirmed} onChange={(_event, checked) => setConfirmed(checked)} />}
        label={translate('rental.booking.override')}
      />
    </Alert>
  );
}

/** Who rents: found among the members or typed in; a new one becomes a member when the order is saved (D-ORD-24). */
export function RenterSection() {
  const { draft, change, renterRefused, asked, errorOf } = useBookingForm();
  const labels = useLabels('order');
  const translate = useTranslate();
  // Who only changes orders types the renter.
  const maySearch = useCan(['order-add', 'member-list']);
  const [known, setKnown] = useState<{ phone: string; entry?: BlacklistEntry }>({ phone: '' });
  const listed = useBlacklisted(draft.renterPhone);
  const entry = listed ?? (known.phone === draft.renterPhone ? known.entry : undefined);
  return (
    <FormSection title={translate('rental.booking.renter')}>
      {maySearch && (
        <Box sx={{ gridColumn: '1 / -1' }}>
          <MemberSearch onChosen={(member) => setKnown({ phone: member.phone, entry: firstEntry(member.blacklist) })} />
        </Box>
      )}
      <TextEntry name="renterName" maxLength={100} />
      <FormField name="renterPhone">
        {({ id, invalid, describedBy }) => (
          <Box sx={{ display: 'grid', gridTemplateColumns: '88px minmax(0, 1fr)', gap: 1 }}>
            <OutlinedInput
              size="small"
              error={errorOf('renterCountryCode') !== undefined}
              value={draft.renterCountryCode}
              onChange={(event) => change({ renterCountryCode: event.target.value })}
              inputProps={{
                maxLength: 5,
                inputMode: 'tel',
                list: `${id}-codes`,
                'aria-label': labels.field('renterCountryCode'),
              }}
            />
            <datalist id={`${id}-codes`}>
              {['+86', '+66', '+852', '+886', '+65', '+60', '+1', '+44', '+7'].map((code) => (
                <option key={code} value={code} />
              ))}
            </datalist>
            <OutlinedInput
              id={id}
              size="small"
              type="tel"
              autoComplete="off"
              error={invalid}
              value={draft.renterPhone}
              onChange={(event) => change({ renterPhone: event.target.value })}
              inputProps={{ maxLength: 30, 'aria-describedby': describedBy, 'aria-invalid': invalid }}
            />
          </Box>
        )}
      </FormField>
      <CodeEntry name="renterIdType" table="idType" />
      <TextEntry name="renterIdNo" maxLength={50} />
      {(entry || renterRefused) && <BlacklistNotice entry={entry} />}
      {asked !== undefined && <Question text={asked} />}
    </FormSection>
  );
}
