export * from '../packages/forecourt/generated/run/scratch.ts';
