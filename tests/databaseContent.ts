export * from '../packages/forecourt/generated/run/databaseContent.ts';
