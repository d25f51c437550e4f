/** What an application declares: schemas, resources, code tables, menus, dashboards; plain data that both sides read. */
export * from './src/model/index.ts';
export * from './src/platform/index.ts';
