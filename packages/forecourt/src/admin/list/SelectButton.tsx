import { Button, useMediaQuery, type Theme } from '@mui/material';
import Checklist from '@mui/icons-material/Checklist';
import { useTranslate } from 'react-admin';
import type { Resource } from '../../model/index.ts';
import { useListView } from '../views/useListView.ts';
import { useBulkActions } from './useBulkActions.ts';

interface SelectButtonProps {
  readonly model: Resource;
  readonly storeKey: string;
  readonly selecting: boolean;
  readonly onSelecting: (selecting: boolean) => void;
}

/**
 * Begins to select rows on a phone, where no boxes stand beside them: cards are for opening records, until this says otherwise. Nothing where
 * nothing can be done to several rows.
 */
export function SelectButton({ model, storeKey, selecting, onSelecting }: SelectButtonProps) {
  const translate = useTranslate();
  const phone = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { view } = useListView(model, storeKey);
  const { any } = useBulkActions(model);
  if (!phone || !any || view !== 'table') return null;
  return (
    <Button size="small" startIcon={<Checklist />} aria-pressed={selecting} onClick={() => onSelecting(!selecting)}>
      {translate('admin.bulk.begin')}
    </Button>
  );
}
