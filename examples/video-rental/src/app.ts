import AddShoppingCart from '@mui/icons-material/AddShoppingCartOutlined';
import ManageAccounts from '@mui/icons-material/ManageAccountsOutlined';
import Movie from '@mui/icons-material/MovieOutlined';
import People from '@mui/icons-material/PeopleOutlined';
import Place from '@mui/icons-material/PlaceOutlined';
import PointOfSale from '@mui/icons-material/PointOfSaleOutlined';
import Settings from '@mui/icons-material/SettingsOutlined';
import type { Application } from 'forecourt/shell';
import { codes } from '../resources/codes.ts';

/** The shop as the framework's browser part takes it. */
export const application: Application = {
  codes,
  scopeEntity: 'store',
  icons: { AddShoppingCart, ManageAccounts, Movie, People, Place, PointOfSale, Settings },
  groups: [
    { key: 'rental', icon: 'PointOfSale' },
    { key: 'catalogue', icon: 'Movie' },
    { key: 'people', icon: 'People' },
    { key: 'buying', icon: 'AddShoppingCart' },
    { key: 'places', icon: 'Place' },
    { key: 'system', icon: 'Settings' },
  ],
};
