import { lazy, Suspense, useState, type MouseEvent, type ReactNode } from 'react';
import { Box, IconButton } from '@mui/material';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import DashboardCustomizeOutlined from '@mui/icons-material/DashboardCustomizeOutlined';
import { useTranslate } from 'react-admin';
import { RefreshButton } from '../page/RefreshButton.tsx';
import type { DashboardAnswer } from './types.ts';
import type { Tiles } from './useTiles.ts';

const ArrangePopover = lazy(() => import('./ArrangePopover.tsx'));

interface ToolProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly onClick: (event: MouseEvent<HTMLElement>) => void;
  readonly open?: boolean;
}

/** As large as the button beside it that asks again. */
const Tool = ({ label, icon, onClick, open }: ToolProps) => (
  <IconButton
    size="small"
    aria-label={label}
    title={label}
    aria-haspopup={open === undefined ? undefined : 'dialog'}
    aria-expanded={open}
    onClick={onClick}
    sx={{ width: { xs: 44, sm: 36 }, height: { xs: 44, sm: 36 } }}
  >
    {icon}
  </IconButton>
);

/** What can be done with a page of figures: arrange its tiles, print it or keep it as a PDF, ask again. */
export function DashboardTools({
  answer,
  tiles,
  onPrint,
}: {
  answer: DashboardAnswer | undefined;
  tiles: Tiles;
  onPrint: () => void;
}) {
  const translate = useTranslate();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', '@media print': { display: 'none' } }}>
      <Tool
        label={translate('admin.dashboard.arrange')}
        icon={<DashboardCustomizeOutlined fontSize="small" />}
        open={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      />
      {anchor && answer && (
        <Suspense fallback={null}>
          <ArrangePopover answer={answer} tiles={tiles} anchor={anchor} onClose={() => setAnchor(null)} />
        </Suspense>
      )}
      <Tool label={translate('admin.dashboard.print')} icon={<PrintOutlined fontSize="small" />} onClick={onPrint} />
      <RefreshButton />
    </Box>
  );
}
