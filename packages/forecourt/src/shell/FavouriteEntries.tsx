import { Box } from '@mui/material';
import Star from '@mui/icons-material/Star';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useKeptRecords, useKeptTitles, useTexts } from '../admin/index.ts';
import { useRecordTarget } from './recordTarget.ts';

/** The user's favourite records above the groups of the menu; nothing while there are none. */
export default function FavouriteEntries({ onNavigate }: { onNavigate?: () => void }) {
  useTexts('admin.kept');
  const translate = useTranslate();
  const targetOf = useRecordTarget();
  const titled = useKeptTitles(useKeptRecords('favourites').records);
  const entries = titled.flatMap(({ resource, id, title }) => {
    const to = targetOf(resource, id, title);
    return to ? [{ key: `${resource} ${id}`, title, to }] : [];
  });
  if (entries.length === 0) return null;
  return (
    <li>
      <Box id="menu-favourites" className="menu-row" sx={{ cursor: 'default', '&:hover': { bgcolor: 'transparent' } }}>
        <span className="menu-icon">
          <Star fontSize="small" />
        </span>
        {translate('admin.kept.favourites')}
      </Box>
      <ul aria-labelledby="menu-favourites">
        {entries.map(({ key, title, to }) => (
          <li key={key}>
            <Link to={to} onClick={onNavigate} className="menu-row">
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </li>
  );
}
