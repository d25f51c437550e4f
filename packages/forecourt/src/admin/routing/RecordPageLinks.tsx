import { Box } from '@mui/material';
import { Link, useTranslate, type Identifier } from 'react-admin';
import { useResourceEntry } from '../runtime/runtime.tsx';
import { useRecordLink } from './useRecordLink.ts';
import { useRecordPages } from './useRecordPages.ts';

interface RecordPageLinksProps {
  readonly resource: string;
  readonly id: Identifier;
  /** Path of the page that is open; the form without it. */
  readonly current?: string;
}

/** The way between the form of a record and its further pages; nothing where there are none for this user. */
export function RecordPageLinks({ resource, id, current }: RecordPageLinksProps) {
  const links = useRecordPages(resource);
  const { route } = useResourceEntry(resource);
  const link = useRecordLink(resource);
  const translate = useTranslate();
  if (links.length === 0) return null;
  const entries = [
    ...(route.edit ? [{ label: translate('ra.action.edit'), to: link('edit', id), here: current === undefined }] : []),
    ...links.map(({ page, label, to }) => ({ label, to: to(id), here: page.path === current })),
  ];
  return (
    <Box
      component="nav"
      aria-label={translate('admin.form.pages')}
      sx={{
        display: 'flex',
        columnGap: 2,
        borderBottom: 1,
        borderColor: 'divider',
        overflowX: 'auto',
        // The line of the open page covers the one below all of them.
        overflowY: 'hidden',
        scrollbarWidth: 'none',
      }}
    >
      {entries.map(({ label, to, here }) => (
        <Box
          key={to}
          component={Link}
          to={to}
          aria-current={here ? 'page' : undefined}
          sx={{
            py: 1,
            fontSize: 14,
            textDecoration: 'none',
            whiteSpace: 'nowrap',
            borderBottom: 2,
            borderColor: here ? 'primary.main' : 'transparent',
            color: here ? 'text.primary' : 'text.secondary',
            fontWeight: here ? 600 : 400,
            '&:hover': { color: 'text.primary' },
          }}
        >
          {label}
        </Box>
      ))}
    </Box>
  );
}
