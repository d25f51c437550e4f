import { Alert, Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import {
  Fact,
  Facts,
  FieldValue,
  formatMoney,
  formatNumber,
  useCodeLabel,
  useLabels,
  type ShowGroupProps,
} from '../../../framework/admin/index.ts';
import type { MemberParts } from '../../calls/index.ts';

const figures = { fontVariantNumeric: 'tabular-nums', fontWeight: 600 } as const;

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
