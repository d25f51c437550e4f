export * from '../packages/forecourt/generated/run/application.ts';
