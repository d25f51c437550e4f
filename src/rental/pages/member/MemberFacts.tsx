import { Box, Skeleton, Typography } from '@mui/material';
import { useGetOne, useTranslate, type RaRecord } from 'react-admin';
import { Fact, FieldValue, useLabels, useResourceModel } from 'forecourt/admin';

/** What the picture is compared with. */
const COMPARED = ['name', 'idType', 'idNo', 'countryCode', 'phone', 'verified', 'blacklisted'];
const OF_DOCUMENT = ['type', 'name', 'expiryDate', 'uploadTime'];

const lines = {
  m: 0,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(2, minmax(0, 1fr))',
} as const;

/** The member whose document it is, in full for who may see that, and what was said with the picture. */
export function MemberFacts({ document }: { readonly document: RaRecord }) {
  const documents = useResourceModel('document');
  const members = useResourceModel('member');
  const translate = useTranslate();
  const labels = useLabels('document');
  const memberLabels = useLabels('member');
  const { data: member, isPending } = useGetOne('member', { id: Number(document['memberId']) }, { retry: false });
  return (
    <>
      <Box component="section" aria-label={translate('resources.member.name')}>
        <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600, mb: 1 }}>
          {translate('resources.member.name')}
        </Typography>
        {isPending && <Skeleton variant="rounded" height={120} />}
        {!isPending && (
          <Box component="dl" sx={lines}>
            {member ? (
              COMPARED.map((name) => (
                <Fact key={name} label={memberLabels.field(name)}>
                  <FieldValue model={members} name={name} record={member} />
                </Fact>
              ))
            ) : (
              <Fact label={memberLabels.field('name')}>{String(document['memberName'] ?? '')}</Fact>
            )}
          </Box>
        )}
      </Box>
      <Box component="section" aria-label={labels.group('document')}>
        <Typography component="h2" sx={{ fontSize: 15, fontWeight: 600, mb: 1 }}>
          {labels.group('document')}
        </Typography>
        <Box component="dl" sx={lines}>
          {OF_DOCUMENT.map((name) => (
            <Fact key={name} label={labels.field(name)}>
              <FieldValue model={documents} name={name} record={document} />
            </Fact>
          ))}
        </Box>
      </Box>
    </>
  );
}
