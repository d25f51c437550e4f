/** Where the catalogues name a route: `/order/detail/:id` → `routes./order/detail/{id}`. */
export const routeTitle = (path: string): string => `routes.${path.replace(/:(\w+)/g, '{$1}')}`;
