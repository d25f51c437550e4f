export * from '../packages/forecourt/generated/run/testCluster.ts';
