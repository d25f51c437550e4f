import { Alert, Box, Link as MuiLink, Typography } from '@mui/material';
import { Link, useTranslate, type Identifier } from 'react-admin';
import type { Member } from '../../../../schemas/types.generated.ts';
import { Fact, Facts, formatNumber, useResourceEntry } from 'forecourt/admin';
import type { ErasurePreview } from '../../calls/index.ts';

const figures = { fontVariantNumeric: 'tabular-nums', fontWeight: 600 } as const;
const within = { textDecoration: 'underline', color: 'inherit', fontWeight: 600 } as const;

function Part({ title, hint, facts }: { title: string; hint?: string; facts: Readonly<Record<string, string>> }) {
  return (
    <Box component="section" aria-label={title} sx={{ display: 'grid', gap: 1 }}>
      <Typography component="h3" sx={{ fontSize: 15, fontWeight: 600 }}>
        {title}
      </Typography>
      {hint && (
        <Typography sx={{ fontSize: 13 }} color="text.secondary">
          {hint}
        </Typography>
      )}
      <Facts>
        {Object.entries(facts).map(([label, value]) => (
          <Fact key={label} label={label}>
            <Box component="span" sx={figures}>
              {value}
            </Box>
          </Fact>
        ))}
      </Facts>
    </Box>
  );
}

/** What erasing a member takes, what stays of whom nobody can tell any more, and what has to be over before. */
export function ErasureOutcome({
  member,
  preview,
}: {
  readonly member: Pick<Member, 'name'> & { readonly id: Identifier };
  readonly preview: ErasurePreview;
}) {
  const translate = useTranslate();
  const orders = useResourceEntry('order').route.list;
  const text = (key: string, params = {}): string => translate(`resources.member.texts.${key}`, params);
  const { goes, stays, refusals } = preview;
  return (
    <Box sx={{ display: 'grid', gap: 2.5 }}>
      <Typography sx={{ fontWeight: 600 }}>{`${member.name} · ${member.id}`}</Typography>
      {refusals.length > 0 && (
        <Alert severity="error">
          {text('eraseBlocked')}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {refusals.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </Box>
          {stays.orders > 0 && orders && (
            <MuiLink
              component={Link}
              to={`${orders}?${new URLSearchParams({ filter: JSON.stringify({ memberId: Number(member.id) }) })}`}
              sx={within}
            >
              {text('eraseOrdersLink')}
            </MuiLink>
          )}
        </Alert>
      )}
      <Part
        title={text('eraseGoes')}
        hint={text('eraseGoesHint')}
        facts={{
          [text('eraseDocuments')]: formatNumber(goes.documents),
          [text('eraseContracts')]: formatNumber(goes.contracts),
          [text('eraseMessages')]: formatNumber(goes.messages),
          [text('eraseFiles')]: formatNumber(goes.files),
        }}
      />
      <Part
        title={text('eraseStays')}
        hint={text('eraseStaysHint')}
        facts={{
          [text('eraseOrders')]: formatNumber(stays.orders),
          ...(stays.keptUntil !== '' && { [text('eraseKeptUntil')]: stays.keptUntil }),
          [text('eraseBlacklist')]: formatNumber(stays.blacklist),
        }}
      />
    </Box>
  );
}
