import Dashboard from '@mui/icons-material/SpaceDashboardOutlined';
import ReceiptLong from '@mui/icons-material/ReceiptLongOutlined';
import DirectionsCar from '@mui/icons-material/DirectionsCarOutlined';
import Storefront from '@mui/icons-material/StorefrontOutlined';
import Sell from '@mui/icons-material/SellOutlined';
import People from '@mui/icons-material/PeopleOutlined';
import ConfirmationNumber from '@mui/icons-material/ConfirmationNumberOutlined';
import Hub from '@mui/icons-material/HubOutlined';
import Tune from '@mui/icons-material/TuneOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';

/** Icons of the menu groups by name; only these are in the bundle. */
export const icons = {
  Dashboard,
  ReceiptLong,
  DirectionsCar,
  Storefront,
  Sell,
  People,
  ConfirmationNumber,
  Hub,
  Tune,
  Settings,
  TableRows,
};

/** Order of the groups in the side menu (D-SHELL-16). */
export const menuGroups = [
  { key: 'dashboard', icon: 'Dashboard' },
  { key: 'order', icon: 'ReceiptLong' },
  { key: 'car', icon: 'DirectionsCar' },
  { key: 'store', icon: 'Storefront' },
  { key: 'price', icon: 'Sell' },
  { key: 'member', icon: 'People' },
  { key: 'coupon', icon: 'ConfirmationNumber' },
  { key: 'channels', icon: 'Hub' },
  { key: 'basics', icon: 'Tune' },
  { key: 'system', icon: 'Settings' },
] as const;
