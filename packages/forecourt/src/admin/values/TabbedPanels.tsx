import { useId, type ReactNode } from 'react';
import { Box, Tab, Tabs } from '@mui/material';
import ErrorOutline from '@mui/icons-material/ErrorOutline';
import { useTranslate } from 'react-admin';

/** Groups of a form or detail under one tab. */
export interface TabOf<G> {
  readonly key: string;
  readonly groups: readonly G[];
}

/** The tabs that groups name, in the order of their first group; none when no group is in a tab. */
export function tabsOf<G extends { readonly tab?: string }>(groups: readonly G[]): readonly TabOf<G>[] {
  const keys = [...new Set(groups.flatMap(({ tab }) => tab ?? []))];
  return keys.map((key) => ({ key, groups: groups.filter(({ tab }) => tab === key) }));
}

interface TabbedPanelsProps {
  /** What the tabs belong to, for who cannot see it. */
  readonly label: string;
  readonly tabs: readonly { readonly key: string; readonly label: string; readonly bad?: boolean }[];
  readonly active: string;
  readonly onChange: (key: string) => void;
  readonly children: (key: string) => ReactNode;
}

/** Tabs over panels that all stay mounted: fields of a hidden one keep their values and are validated with the rest. */
export function TabbedPanels({ label, tabs, active, onChange, children }: TabbedPanelsProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Tabs
        value={active}
        onChange={(_event, key: string) => onChange(key)}
        aria-label={label}
        variant="scrollable"
        scrollButtons="auto"
        sx={{ minHeight: 40, borderBottom: 1, borderColor: 'divider', '& .MuiTab-root': { py: 0 } }}
      >
        {tabs.map((tab) => (
          <Tab
            key={tab.key}
            value={tab.key}
            label={tab.label}
            id={`${id}-${tab.key}-tab`}
            aria-controls={`${id}-${tab.key}`}
            {...(tab.bad
              ? {
                  icon: <ErrorOutline fontSize="small" />,
                  iconPosition: 'end' as const,
                  'aria-label': translate('admin.form.tabError', { name: tab.label }),
                  sx: { color: 'error.main' },
                }
              : {})}
          />
        ))}
      </Tabs>
      {tabs.map(({ key }) => (
        <Box
          key={key}
          role="tabpanel"
          id={`${id}-${key}`}
          aria-labelledby={`${id}-${key}-tab`}
          hidden={key !== active}
          sx={{ minWidth: 0 }}
        >
          {children(key)}
        </Box>
      ))}
    </Box>
  );
}
