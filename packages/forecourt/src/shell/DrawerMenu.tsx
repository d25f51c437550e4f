import { Drawer } from '@mui/material';
import { useTranslate } from 'react-admin';
import { FollowAddress } from './address.tsx';
import { SideMenu } from './SideMenu.tsx';
import { HEADER_HEIGHT } from './theme.ts';

const WIDTH = 280;

/** The menu of a narrow screen, drawn over the page and gone with the first press on an entry. */
export default function DrawerMenu({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const translate = useTranslate();
  return (
    <Drawer
      open={open}
      onClose={onClose}
      slotProps={{
        paper: { 'aria-label': translate('shell.menu.label'), sx: { width: WIDTH, pt: `${HEADER_HEIGHT}px` } },
      }}
    >
      <FollowAddress>
        <SideMenu onNavigate={onClose} />
      </FollowAddress>
    </Drawer>
  );
}
