import { useEffect } from 'react';
import { IconButton } from '@mui/material';
import Star from '@mui/icons-material/Star';
import StarBorder from '@mui/icons-material/StarBorder';
import { useTranslate } from 'react-admin';
import { useTexts } from '../values/labels.ts';
import { useKeptRecords, type KeptRecord } from './keptRecords.ts';
import { usePageVisible } from './pageState.ts';

/** Marks the record of a page as a favourite, or no longer; a page that shows it is one that was seen lately. */
export default function StarButton({ resource, id }: KeptRecord) {
  useTexts('admin.kept');
  const translate = useTranslate();
  const { has, add, remove } = useKeptRecords('favourites');
  const { add: seen } = useKeptRecords('recent');
  const visible = usePageVisible();
  useEffect(() => {
    if (visible) seen({ resource, id });
  }, [visible, seen, resource, id]);
  const marked = has({ resource, id });
  const label = translate('admin.kept.favourite');
  return (
    <IconButton
      size="small"
      aria-label={label}
      aria-pressed={marked}
      title={label}
      onClick={() => (marked ? remove : add)({ resource, id })}
      sx={{ width: { xs: 44, sm: 36 }, height: { xs: 44, sm: 36 }, color: marked ? 'accent.text' : undefined }}
    >
      {marked ? <Star fontSize="small" /> : <StarBorder fontSize="small" />}
    </IconButton>
  );
}
