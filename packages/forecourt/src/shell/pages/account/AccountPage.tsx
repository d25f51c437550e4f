import type { ComponentType } from 'react';
import { Box, ButtonBase, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { PageSkeleton, useTexts } from '../../../admin/index.ts';
import { LayoutSettings } from '../../LayoutSettings.tsx';
import { BasicSettings } from './BasicSettings.tsx';
import { BindingSettings } from './BindingSettings.tsx';
import { NotificationSettings } from './NotificationSettings.tsx';
import { SecuritySettings } from './SecuritySettings.tsx';
import { SessionList } from './SessionList.tsx';
import { useAccountSettings, type AccountSettings } from './useAccountSettings.ts';

const SECTIONS = {
  basic: BasicSettings,
  security: SecuritySettings,
  devices: SessionList,
  custom: LayoutSettings,
  notification: NotificationSettings,
  binding: BindingSettings,
} satisfies Record<string, ComponentType<{ settings: AccountSettings }>>;

export type AccountSection = keyof typeof SECTIONS;

interface AccountPageProps {
  readonly section: AccountSection;
  readonly sections: readonly AccountSection[];
  /** Address the sections lie below. */
  readonly root: string;
}

/** Tabs; on a phone, where five of them have no room beside each other, a choice of two or three lines. */
const ways = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: { xs: 1, sm: 0 },
  borderBottom: { xs: 0, sm: 1 },
  borderColor: { sm: 'divider' },
  mt: 1.5,
  mb: 3,
} as const;

const way = {
  px: 1.5,
  minHeight: { xs: 44, sm: 40 },
  flex: 'none',
  fontSize: 14,
  fontFamily: 'inherit',
  color: 'text.secondary',
  border: { xs: 1, sm: 0 },
  borderBottom: { xs: 1, sm: 2 },
  borderRadius: { xs: 1, sm: 0 },
  borderColor: { xs: 'divider', sm: 'transparent' },
  '&:hover, &.Mui-focusVisible': { color: 'text.primary', bgcolor: 'action.hover' },
  '&[aria-current]': {
    color: 'accent.text',
    borderColor: 'accent.fill',
    fontWeight: 600,
    bgcolor: { xs: 'accent.soft', sm: 'transparent' },
  },
} as const;

/** The account of the signed-in user, one section at a time, each with an address of its own. */
export default function AccountPage({ section, sections, root }: AccountPageProps) {
  useTexts('account');
  const translate = useTranslate();
  const settings = useAccountSettings();
  const Section = SECTIONS[section];
  const titleOf = (one: AccountSection): string => translate(`routes.${root}/${one}`);
  return (
    <Box sx={{ p: { xs: 2, sm: 3 }, maxWidth: 880 }}>
      <Typography variant="h1">{translate('account.title')}</Typography>
      <Box component="nav" aria-label={translate('account.title')} sx={ways}>
        {sections.map((one) => (
          <ButtonBase
            key={one}
            component={Link}
            to={`${root}/${one}`}
            aria-current={one === section ? 'page' : undefined}
            sx={way}
          >
            {titleOf(one)}
          </ButtonBase>
        ))}
      </Box>
      <Typography variant="h2">{titleOf(section)}</Typography>
      <Typography sx={{ color: 'text.secondary', mt: 0.5, mb: 2.5 }}>{translate(`account.${section}.lead`)}</Typography>
      {settings ? <Section settings={settings} /> : <PageSkeleton />}
    </Box>
  );
}
