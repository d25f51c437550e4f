import { useEffect, useState, type ComponentType } from 'react';
import { Box, GlobalStyles } from '@mui/material';
import { TOUCH } from '../../admin/index.ts';
import { Beside } from '../Beside.tsx';
import { useLayoutSetting } from '../layoutSettings.ts';
import { whenIdle } from '../whenIdle.ts';

const HEIGHT = 36;
/** Tabs and their menu 44 px, and the line below them. */
const UNDER_FINGERS = 45;

/** How tall the bar is, for whatever reckons with the room above a page. */
const roomOf = (on: boolean) => ({
  ':root': { '--tab-bar': on ? `${HEIGHT}px` : '0px' },
  ...(on && { [TOUCH]: { ':root': { '--tab-bar': `${UNDER_FINGERS}px` } } }),
});

/** Where the tab bar is going to be: its room is kept from the start, what is in it comes after the first page. */
export function TabBarPlace() {
  const bar = useLayoutSetting('multi_tab')[0] === 'on';
  const [Tabs, setTabs] = useState<ComponentType<{ bar: boolean }>>();
  useEffect(() => {
    let current = true;
    whenIdle(() => {
      // Without it the page on screen works as well.
      import('./Tabs.tsx').then(
        (part) => current && setTabs(() => part.default),
        () => undefined,
      );
    });
    return () => {
      current = false;
    };
  }, []);
  return (
    <Box
      sx={{
        height: 'var(--tab-bar)',
        position: { sm: 'sticky' },
        top: 'var(--shell-top, 48px)',
        ':root[data-header=hidden] &': { top: 0 },
        zIndex: 'appBar',
        bgcolor: 'background.paper',
        borderBottom: bar ? 1 : 0,
        borderColor: 'divider',
        '@media print': { display: 'none' },
      }}
    >
      <GlobalStyles styles={roomOf(bar)} />
      <Beside>{Tabs && <Tabs bar={bar} />}</Beside>
    </Box>
  );
}
