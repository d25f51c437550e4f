import { lazy } from 'react';
import Dashboard from '@mui/icons-material/SpaceDashboardOutlined';
import AccountBalance from '@mui/icons-material/AccountBalanceOutlined';
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
import type * as pageIcons from './menuIcons.ts';

/** Icons of single pages, in a file of their own: the menu draws them only where an administrator's menu asks for one. */
const ofPage = (name: keyof typeof pageIcons) =>
  lazy(async () => ({ default: (await import('./menuIcons.ts'))[name] }));

/** Icons by name: those of the menu's groups come with the page, the others when they are drawn. */
export const icons = {
  Dashboard,
  AccountBalance,
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
  AccountTree: ofPage('AccountTree'),
  AdminPanelSettings: ofPage('AdminPanelSettings'),
  Badge: ofPage('Badge'),
  Block: ofPage('Block'),
  Bolt: ofPage('Bolt'),
  Build: ofPage('Build'),
  CarCrash: ofPage('CarCrash'),
  Category: ofPage('Category'),
  Celebration: ofPage('Celebration'),
  CurrencyExchange: ofPage('CurrencyExchange'),
  Route: ofPage('Route'),
  Savings: ofPage('Savings'),
  Difference: ofPage('Difference'),
  FactCheck: ofPage('FactCheck'),
  Gavel: ofPage('Gavel'),
  GpsFixed: ofPage('GpsFixed'),
  Inventory: ofPage('Inventory'),
  Handshake: ofPage('Handshake'),
  History: ofPage('History'),
  Key: ofPage('Key'),
  Label: ofPage('Label'),
  LocalOffer: ofPage('LocalOffer'),
  LocalShipping: ofPage('LocalShipping'),
  LocationCity: ofPage('LocationCity'),
  Login: ofPage('Login'),
  ManageAccounts: ofPage('ManageAccounts'),
  MenuOpen: ofPage('MenuOpen'),
  MergeType: ofPage('MergeType'),
  MoveToInbox: ofPage('MoveToInbox'),
  Outbox: ofPage('Outbox'),
  Payments: ofPage('Payments'),
  PointOfSale: ofPage('PointOfSale'),
  PrivacyTip: ofPage('PrivacyTip'),
  RemoveCircle: ofPage('RemoveCircle'),
  Shield: ofPage('Shield'),
  Today: ofPage('Today'),
  TrendingUp: ofPage('TrendingUp'),
  ViewTimeline: ofPage('ViewTimeline'),
  VpnKey: ofPage('VpnKey'),
};

/** Order of the groups in the side menu (D-SHELL-16). */
export const menuGroups = [
  { key: 'dashboard', icon: 'Dashboard' },
  { key: 'order', icon: 'ReceiptLong' },
  { key: 'finance', icon: 'AccountBalance' },
  { key: 'car', icon: 'DirectionsCar' },
  { key: 'store', icon: 'Storefront' },
  { key: 'price', icon: 'Sell' },
  { key: 'member', icon: 'People' },
  { key: 'coupon', icon: 'ConfirmationNumber' },
  { key: 'channels', icon: 'Hub' },
  { key: 'basics', icon: 'Tune' },
  { key: 'system', icon: 'Settings' },
] as const;
