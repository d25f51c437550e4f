/**
 * Stands for react-router-dom in react-admin, which would make a router of its own where it finds none: fetching, form and transition code
 * that weighs on every first load. Ours is always there (`address.tsx`).
 */
export * from 'react-router';

function refuse(): never {
  throw new Error('react-admin stands inside of the application’s router');
}

export { refuse as createHashRouter, refuse as createMemoryRouter, refuse as RouterProvider };
