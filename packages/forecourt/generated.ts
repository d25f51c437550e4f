/** Tests that follow from a model alone: what must hold for every resource of any application. `forecourt test` runs them. */
export { generatedTests, type Fit, type GeneratedTestOptions } from './generated/index.ts';
