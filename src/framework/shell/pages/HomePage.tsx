import { Box, ButtonBase, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useSessionInfo } from '../../admin/index.ts';
import { greetingKey } from '../greeting.ts';
import { entryLabel, groupLabel, useMenuGroups } from '../menuEntries.ts';
import { useShell } from '../shellContext.ts';

/** Landing page of an application that registers none: the greeting and every page the user may open. */
export default function HomePage() {
  const translate = useTranslate();
  const info = useSessionInfo();
  const groups = useMenuGroups();
  const { icons } = useShell();
  return (
    <Box sx={{ p: { xs: 2, sm: 3 } }}>
      <Typography variant="h1" sx={{ mb: 0.5 }}>
        {[translate(greetingKey(new Date().getHours())), info?.name || info?.username].filter(Boolean).join(', ')}
      </Typography>
      <Typography sx={{ color: 'text.secondary', mb: 3 }}>{translate(groups.length > 0 ? 'shell.home.lead' : 'shell.home.empty')}</Typography>
      <Box sx={{ display: 'grid', gap: 3, gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))' }}>
        {groups.map((group) => {
          const Icon = icons[group.icon];
          return (
            <Box key={group.key} component="section">
              <Typography component="h2" variant="h3" sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1, color: 'text.secondary' }}>
                {Icon && <Icon fontSize="small" />}
                {groupLabel(translate, group)}
              </Typography>
              {group.entries.map((entry) => (
                <ButtonBase
                  key={entry.path}
                  component={Link}
                  to={entry.path}
                  sx={{ display: 'flex', justifyContent: 'flex-start', width: '100%', minHeight: 40, px: 1.5, mb: 0.75, bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: '6px', '&:hover': { borderColor: 'text.secondary' } }}
                >
                  {entryLabel(translate, entry)}
                </ButtonBase>
              ))}
            </Box>
          );
        })}
      </Box>
    </Box>
  );
}
