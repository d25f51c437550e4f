import { useState, type ReactNode } from 'react';
import { Alert, Box, Button, Skeleton, Typography } from '@mui/material';
import { visuallyHidden } from '@mui/utils';
import { useTranslate } from 'react-admin';
import { HangingBox } from '../controls/HangingBox.tsx';
import type { Resource } from '../../model/index.ts';
import type { SavedViewContent } from '../providers/session.ts';
import { useTexts } from '../values/labels.ts';
import { NameForm } from './NameForm.tsx';
import { SavedFilterRow } from './SavedFilterRow.tsx';
import { useSavedFilters } from './useSavedFilters.ts';

interface PopoverProps {
  readonly model: Resource;
  readonly storeKey: string;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
}

function Section({ title, children }: { title: string; children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <Box component="section" aria-label={title}>
      <Typography component="h2" color="text.secondary" sx={{ fontSize: 12, fontWeight: 500 }}>
        {title}
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {children}
      </Box>
    </Box>
  );
}

/** Saved filters to choose from: of the declaration, of the role, own ones; and a name for what is shown now. */
function SavedFiltersPanel({ model, storeKey, onClose }: Omit<PopoverProps, 'anchor'>) {
  useTexts('admin.saved');
  const translate = useTranslate();
  const filters = useSavedFilters(model, storeKey);
  const { declared, saved, failed, again, apply, save } = filters;
  const [naming, setNaming] = useState(false);
  const [said, setSaid] = useState('');
  const choose = (content: SavedViewContent) => (): void => {
    apply(content);
    onClose();
  };
  const rows = (shared: boolean) =>
    (saved?.views ?? [])
      .filter(({ role }) => (role !== null) === shared)
      .map((one) => (
        <SavedFilterRow key={one.id} saved={one} filters={filters} onChoose={choose(one.content)} onSaid={setSaid} />
      ));

  return (
    <Box sx={{ p: 2, width: 320, display: 'grid', gap: 1.5 }}>
      <Box role="status" sx={visuallyHidden}>
        {said}
      </Box>
      <Section title={translate('admin.saved.shared')}>
        {declared.map(({ name, content }) => (
          <li key={name}>
            <Button
              size="small"
              color="inherit"
              onClick={choose(content)}
              fullWidth
              sx={{ justifyContent: 'flex-start', textAlign: 'left' }}
            >
              {name}
            </Button>
          </li>
        ))}
      </Section>
      <Section title={translate('admin.saved.ofRole')}>{rows(true)}</Section>
      <Section title={translate('admin.saved.own')}>{rows(false)}</Section>
      {saved === undefined && !failed && <Skeleton height={32} />}
      {failed && (
        <Alert
          severity="error"
          action={
            <Button size="small" color="inherit" onClick={again}>
              {translate('admin.saved.again')}
            </Button>
          }
        >
          {translate('admin.saved.failed')}
        </Alert>
      )}
      {saved && declared.length + saved.views.length === 0 && (
        <Typography color="text.secondary">{translate('admin.saved.none')}</Typography>
      )}
      {naming ? (
        <NameForm
          onCancel={() => setNaming(false)}
          onName={async (name) => {
            const refused = await save(name);
            if (refused === undefined) setNaming(false);
            return refused;
          }}
        />
      ) : (
        <Button size="small" variant="outlined" onClick={() => setNaming(true)}>
          {translate('admin.saved.save')}
        </Button>
      )}
      <Typography color="text.secondary" sx={{ fontSize: 12 }}>
        {translate('admin.saved.hint')}
      </Typography>
    </Box>
  );
}

/** The box comes with what is in it: placed while it is still empty, it would stand beyond the window. */
export default function SavedFiltersPopover({ anchor, onClose, ...panel }: PopoverProps) {
  const translate = useTranslate();
  return (
    <HangingBox anchor={anchor} label={translate('admin.filter.saved')} onClose={onClose}>
      <SavedFiltersPanel {...panel} onClose={onClose} />
    </HangingBox>
  );
}
