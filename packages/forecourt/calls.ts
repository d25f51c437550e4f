/** What is sent and answered, declared once for server, browser and OpenAPI document. */
export * from './src/calls/index.ts';
