import type { PageDeclaration } from '../framework/model/index.ts';

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
    actions: ['dayclose-export'],
    menu: { group: 'order', sort: 40, icon: 'PointOfSale' },
  },
} as const satisfies Readonly<Record<string, PageDeclaration>>;

/** Pages that need no session, outside the shell: printed sheets. */
export const publicPaths = {
  settlement: '/print/settlement/:id',
  rental: '/print/rental/:id',
  fsrental: '/print/fsrental/:id',
  check: '/print/vehiclecar',
  photoCheck: '/print/vehiclecar1',
} as const;
