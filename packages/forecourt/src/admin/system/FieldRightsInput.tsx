import { useDeferredValue, useId, useMemo, useState } from 'react';
import ExpandMore from '@mui/icons-material/ExpandMore';
import { Alert, Box, Button, ButtonBase, FormHelperText, Radio, Skeleton, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useDataProvider, useInput, useTranslate } from 'react-admin';
import { FIELD_RIGHTS, type FieldRight } from '../../model/index.ts';
import type { FormInputProps } from '../inputs/index.ts';
import type { AdminDataProvider } from '../providers/dataProvider.ts';
import { useTexts } from '../values/labels.ts';
import { matchingFields, rightOf, withRight, type Rights, type RoleFields, type RoleField } from './fieldRights.ts';

/** On a phone the words of a field keep a third of the line. */
const COLUMNS = Object.fromEntries(
  [['xs', 50] as const, ['sm', 84] as const].map(([at, width]) => [
    at,
    `minmax(0, 1fr) repeat(${FIELD_RIGHTS.length}, ${width}px)`,
  ]),
);

/** What a role takes of the fields of every resource: a line for each field, drawn when its resource is opened. */
export default function FieldRightsInput({ field }: FormInputProps) {
  useTexts('admin.fieldRights');
  const translate = useTranslate();
  const dataProvider = useDataProvider<AdminDataProvider>();
  const { field: input, fieldState } = useInput<Rights | null>({ source: field.name });
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['roleFields'],
    queryFn: ({ signal }) =>
      dataProvider
        .call<Omit<RoleFields, 'all'>[]>('GET', '/role/fields', undefined, { signal })
        .then((answer) => answer.data),
  });
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [typed, setTyped] = useState('');
  const word = useDeferredValue(typed.trim());
  const shown = useMemo(() => matchingFields(data ?? [], word), [data, word]);

  if (isPending) return <Skeleton variant="rounded" height={240} />;
  if (error || !data) {
    return (
      <Alert severity="error" action={<Button onClick={() => void refetch()}>{translate('ra.action.refresh')}</Button>}>
        {error?.message}
      </Alert>
    );
  }

  const rights: Rights = typeof input.value === 'object' && input.value !== null ? input.value : {};
  const fold = (name: string): void =>
    setOpen((now) => (now.has(name) ? new Set([...now].filter((one) => one !== name)) : new Set([...now, name])));
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', gap: 1, gridColumn: '1 / -1', minWidth: 0 }}>
      <Typography sx={{ fontSize: 13, color: 'text.secondary' }}>{translate('admin.fieldRights.about')}</Typography>
      <TextField
        size="small"
        type="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter would save the form around it.
        onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        placeholder={translate('admin.fieldRights.filter')}
        slotProps={{ htmlInput: { 'aria-label': translate('admin.fieldRights.filter'), maxLength: 60 } }}
        sx={{ width: { xs: '100%', sm: 280 } }}
      />
      {shown.length === 0 ? (
        <Typography sx={{ color: 'text.secondary', py: 2 }}>{translate('admin.fieldRights.nothing')}</Typography>
      ) : (
        <Box sx={{ border: 1, borderColor: 'divider', borderRadius: 1 }}>
          {shown.map((resource) => (
            <ResourceRights
              key={resource.name}
              resource={resource}
              rights={rights}
              isOpen={open.has(resource.name) !== (word !== '' && shown.length <= MOST_OPEN)}
              onFold={() => fold(resource.name)}
              onChange={(one, right) => input.onChange(withRight(rights, resource, one, right))}
            />
          ))}
        </Box>
      )}
      {fieldState.error && <FormHelperText error>{fieldState.error.message}</FormHelperText>}
    </Box>
  );
}

/** So many resources that a search finds are opened with it. */
const MOST_OPEN = 3;

interface ResourceRightsProps {
  readonly resource: RoleFields;
  readonly rights: Rights;
  readonly isOpen: boolean;
  readonly onFold: () => void;
  readonly onChange: (field: RoleField, right: FieldRight) => void;
}

function ResourceRights({ resource, rights, isOpen, onFold, onChange }: ResourceRightsProps) {
  const translate = useTranslate();
  const id = useId();
  const { name, title, all } = resource;
  const taken = all.filter((field) => rightOf(rights, name, field) !== 'write');
  const needed = taken.filter((field) => field.needed);
  return (
    <Box sx={{ '& + &': { borderTop: 1, borderColor: 'divider' } }}>
      <ButtonBase
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onFold}
        sx={{ width: '100%', minHeight: 44, px: 1.5, gap: 1, justifyContent: 'flex-start', textAlign: 'left' }}
      >
        <ExpandMore aria-hidden sx={{ fontSize: 20, transform: isOpen ? 'none' : 'rotate(-90deg)' }} />
        <Box component="span" sx={{ flex: 1, minWidth: 0, fontSize: 14 }}>
          {title}
        </Box>
        <Box component="span" sx={{ fontSize: 12, color: 'text.secondary' }}>
          {taken.length > 0 && translate('admin.fieldRights.taken', { smart_count: taken.length })}
        </Box>
      </ButtonBase>
      {needed.length > 0 && (
        <Alert severity="warning" sx={{ mx: 1.5, mb: 1, py: 0 }}>
          {translate('admin.fieldRights.noCreate', { fields: needed.map(({ label }) => label).join(', ') })}
        </Alert>
      )}
      {isOpen && (
        <Box id={id} sx={{ px: 1.5, pb: 1 }}>
          <Box
            aria-hidden
            sx={{
              display: 'grid',
              gridTemplateColumns: COLUMNS,
              fontSize: 12,
              color: 'text.secondary',
              textAlign: 'center',
            }}
          >
            <span />
            {FIELD_RIGHTS.map((right) => (
              <span key={right}>{translate(`admin.fieldRights.${right}`)}</span>
            ))}
          </Box>
          {resource.fields.map((field) => (
            <FieldLine
              key={field.name}
              name={`${id}${field.name}`}
              field={field}
              right={rightOf(rights, name, field)}
              onChange={(right) => onChange(field, right)}
            />
          ))}
        </Box>
      )}
    </Box>
  );
}

interface FieldLineProps {
  readonly name: string;
  readonly field: RoleField;
  readonly right: FieldRight;
  readonly onChange: (right: FieldRight) => void;
}

/** One choice of four, moved by arrows; what the field cannot have is no choice. */
function FieldLine({ name, field, right, onChange }: FieldLineProps) {
  const translate = useTranslate();
  return (
    <Box
      role="radiogroup"
      aria-label={field.label}
      sx={{
        display: 'grid',
        gridTemplateColumns: COLUMNS,
        alignItems: 'center',
        justifyItems: 'center',
        borderTop: 1,
        borderColor: 'divider',
      }}
    >
      <Typography sx={{ justifySelf: 'start', fontSize: 14, overflowWrap: 'anywhere' }}>
        {field.label}
        {field.needed && ' *'}
      </Typography>
      {FIELD_RIGHTS.map((one) =>
        field.rights.includes(one) ? (
          <Radio
            key={one}
            size="small"
            name={name}
            value={one}
            checked={right === one}
            onChange={() => onChange(one)}
            slotProps={{ input: { 'aria-label': translate(`admin.fieldRights.${one}`) } }}
          />
        ) : (
          <span key={one} />
        ),
      )}
    </Box>
  );
}
