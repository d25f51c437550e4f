import type { PageDeclaration } from 'forecourt/model';

/** Pages that belong to no resource: the server offers their permissions, the browser part adds their components. */
export const pageDeclarations = {
  tasks: {
    path: '/order/tasks',
    title: 'routes./order/tasks',
    permission: 'order-list',
    menu: { group: 'order', sort: 5, icon: 'Today' },
  },
  dayClose: {
    path: '/order/dayclose',
    title: 'routes./order/dayclose',
    permission: 'order-dayclose',
    actions: ['dayclose-export', 'dayclose-add', 'dayclose-enable'],
    menu: { group: 'order', sort: 40, icon: 'PointOfSale' },
  },
  depositsHeld: {
    path: '/order/depositsheld',
    title: 'routes./order/depositsheld',
    permission: 'order-refund',
    menu: { group: 'order', sort: 34, icon: 'Savings' },
  },
  stockView: {
    path: '/car/stockview',
    title: 'routes./car/stockview',
    permission: 'car-inventory',
    menu: { group: 'car', sort: 110, icon: 'ViewTimeline' },
  },
  inventory: {
    path: '/car/inventory',
    title: 'routes./car/inventory',
    permission: 'car-inventoryv2',
    menu: { group: 'car', sort: 50, icon: 'Inventory' },
  },
  forecast: {
    path: '/car/forecast',
    title: 'routes./car/forecast',
    permission: 'car-inventoryv2',
    menu: { group: 'car', sort: 55, icon: 'TrendingUp' },
  },
} as const satisfies Readonly<Record<string, PageDeclaration>>;

/** Pages that need no session, outside the shell: printed sheets. */
export const publicPaths = {
  settlement: '/print/settlement/:id',
  rental: '/print/rental/:id',
  fsrental: '/print/fsrental/:id',
  deposit: '/print/deposit/:id',
  check: '/print/vehiclecar',
  photoCheck: '/print/vehiclecar1',
} as const;
