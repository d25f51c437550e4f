import { useEffect, useState, type ComponentType } from 'react';
import { Box } from '@mui/material';
import { Beside } from '../Beside.tsx';
import { HEADER_BUTTON } from '../headerButton.ts';
import { whenIdle } from '../whenIdle.ts';

/** Where the bell is going to be: its room is kept from the start, it comes after the first page. */
export function BellPlace() {
  const [Bell, setBell] = useState<ComponentType>();
  useEffect(() => {
    let current = true;
    whenIdle(() => {
      // Without it everything else works as well.
      import('./Bell.tsx').then(
        (part) => current && setBell(() => part.default),
        () => undefined,
      );
    });
    return () => {
      current = false;
    };
  }, []);
  return (
    <Box sx={{ ...HEADER_BUTTON, flex: 'none' }}>
      <Beside>{Bell && <Bell />}</Beside>
    </Box>
  );
}
