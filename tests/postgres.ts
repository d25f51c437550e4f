export * from '../packages/forecourt/generated/run/postgres.ts';
