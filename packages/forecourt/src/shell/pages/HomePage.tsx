import { Box, ButtonBase, Paper, Typography } from '@mui/material';
import ChevronRight from '@mui/icons-material/ChevronRight';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useGreeting } from '../greeting.ts';
import { entryLabel, groupLabel, useMenuGroups, type MenuGroup } from '../menuEntries.ts';
import { useShell } from '../shellContext.ts';
import { SetUpPlace } from './SetUpPlace.tsx';

const link = {
  display: 'flex',
  justifyContent: 'space-between',
  width: '100%',
  minHeight: 40,
  px: 2,
  fontSize: 14,
  fontFamily: 'inherit',
  color: 'text.primary',
  textAlign: 'left',
  borderTop: 1,
  borderColor: 'divider',
  '&:hover, &.Mui-focusVisible': { bgcolor: 'action.hover' },
  '& .MuiSvgIcon-root': { fontSize: 18, color: 'text.disabled' },
} as const;

function Links({ group }: { group: MenuGroup }) {
  const translate = useTranslate();
  const { icons } = useShell();
  const Icon = icons[group.icon];
  return (
    <Paper
      variant="outlined"
      component="section"
      sx={{ overflow: 'hidden', breakInside: 'avoid', mb: 2, borderRadius: 2 }}
    >
      <Typography component="h2" variant="h3" sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1.25 }}>
        <Box component="span" sx={{ display: 'flex', color: 'accent.text' }}>
          {Icon && <Icon fontSize="small" />}
        </Box>
        {groupLabel(translate, group)}
      </Typography>
      {group.entries.map((entry) => (
        <ButtonBase key={entry.path} component={Link} to={entry.path} sx={link}>
          {entryLabel(translate, entry)}
          <ChevronRight />
        </ButtonBase>
      ))}
    </Paper>
  );
}

/** Landing page of an application that registers none: the greeting and every page the user may open. */
export default function HomePage() {
  const translate = useTranslate();
  const groups = useMenuGroups();
  const greeting = useGreeting();
  return (
    <>
      <SetUpPlace />
      <Box sx={{ p: { xs: 2, sm: 3 }, maxWidth: 1280 }}>
        <Typography variant="h1">{greeting}</Typography>
        <Typography sx={{ color: 'text.secondary', mt: 0.5, mb: 3 }}>
          {translate(groups.length > 0 ? 'shell.home.lead' : 'shell.home.empty')}
        </Typography>
        <Box sx={{ columnWidth: 260, columnGap: 2 }}>
          {groups.map((group) => (
            <Links key={group.key} group={group} />
          ))}
        </Box>
      </Box>
    </>
  );
}
