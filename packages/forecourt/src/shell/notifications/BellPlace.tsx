import { useEffect, useState, type ComponentType } from 'react';
import { Box } from '@mui/material';
import { Beside } from '../Beside.tsx';
import { whenIdle } from '../whenIdle.ts';

/** Where help and bell are going to be: their room is kept from the start, they come after the first page. */
export function BellPlace() {
  const [Buttons, setButtons] = useState<ComponentType>();
  useEffect(() => {
    let current = true;
    whenIdle(() => {
      // Without it everything else works as well.
      import('./LateButtons.tsx').then(
        (part) => current && setButtons(() => part.default),
        () => undefined,
      );
    });
    return () => {
      current = false;
    };
  }, []);
  return (
    <Box sx={{ display: 'flex', flex: 'none', minWidth: { xs: 44, sm: 72 }, height: { xs: 44, sm: 36 } }}>
      <Beside>{Buttons && <Buttons />}</Beside>
    </Box>
  );
}
