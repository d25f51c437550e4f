import { Alert, Box, Link as MuiLink } from '@mui/material';
import { Link, useCreatePath, useTranslate } from 'react-admin';
import {
  Fact,
  Facts,
  FieldValue,
  formatMoney,
  formatNumber,
  useCodeLabel,
  useLabels,
  type ShowGroupProps,
} from 'forecourt/admin';
import type { MemberParts } from '../../calls/index.ts';
import { MEMBER } from '../../rules/index.ts';

const figures = { fontVariantNumeric: 'tabular-nums', fontWeight: 600 } as const;

/** A link among words is told from them by its line, not by its colour alone. */
const within = { textDecoration: 'underline', color: 'inherit', fontWeight: 600 } as const;

/** Of whom this member is a part, or who else is likely the same person. */
function Whose({ record }: Pick<ShowGroupProps, 'record'>) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const labels = useLabels('member');
  const to = (id: number): string => createPath({ resource: 'member', type: 'show', id });
  const { duplicates = [] } = record as unknown as Partial<MemberParts>;
  const survivorId = record['mergedIntoId'];
  if (survivorId)
    return (
      <Alert severity="info">
        {translate('resources.member.texts.mergedInto')}{' '}
        <MuiLink component={Link} to={to(Number(survivorId))} sx={within}>
          {String(record['mergedIntoName'] || `#${Number(survivorId)}`)}
        </MuiLink>
      </Alert>
    );
  if (duplicates.length === 0) return null;
  return (
    <Alert severity="warning">
      {translate('resources.member.texts.likely')}
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {duplicates.map(({ id, name, by }) => (
          <li key={id}>
            <MuiLink component={Link} to={to(id)} sx={within}>
              {name}
            </MuiLink>
            {` · ${by.map((field) => labels.field(field)).join(', ')}`}
          </li>
        ))}
      </Box>
    </Alert>
  );
}

/** The member at a glance: proven or not, on the blacklist and why, what was rented, what is owed, and what of his is held. */
export default function MemberSummary({ model, record }: ShowGroupProps) {
  const labels = useLabels(model.name);
  const codeLabel = useCodeLabel();
  const translate = useTranslate();
  const { money, blacklist = [] } = record as unknown as Partial<MemberParts>;
  const text = (key: string): string => translate(`resources.member.texts.${key}`);
  const amount = (value: number, isBad = false) => (
    <Box component="span" sx={{ ...figures, ...(isBad && value > 0 && { color: 'error.main' }) }}>
      {formatMoney(value)}
    </Box>
  );
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {record['status'] === MEMBER.erased && <Alert severity="info">{text('erased')}</Alert>}
      <Whose record={record} />
      {blacklist.map(({ id, type, reason }) => (
        <Alert key={id} severity="error">
          {[codeLabel('memberBlacklisted', 1), codeLabel('blacklistType', type), reason].filter(Boolean).join(' · ')}
        </Alert>
      ))}
      <Facts>
        <Fact label={labels.field('verified')}>
          <FieldValue model={model} name="verified" record={record} />
        </Fact>
        <Fact label={labels.field('blacklisted')}>
          <FieldValue model={model} name="blacklisted" record={record} />
        </Fact>
        {money && (
          <>
            <Fact label={text('orders')}>
              <Box component="span" sx={figures}>
                {translate('resources.member.texts.ordersOpen', {
                  orders: formatNumber(money.orders),
                  open: formatNumber(money.open),
                })}
              </Box>
            </Fact>
            <Fact label={text('payable')}>{amount(money.payable)}</Fact>
            <Fact label={text('due')}>{amount(money.due, true)}</Fact>
            <Fact label={text('held')}>{amount(money.held)}</Fact>
          </>
        )}
      </Facts>
    </Box>
  );
}
