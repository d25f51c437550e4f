export * from '../packages/forecourt/generated/run/turns.ts';
