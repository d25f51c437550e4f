export type { Log } from './log.ts';
export { DataFolderError, type DataFolderProblem } from './dataFolderError.ts';
export { startEmbedded, type EmbeddedOptions, type EmbeddedPostgres } from './embedded.ts';
export { createPool, type PoolOptions, type Pooler, type ConnectionConfig } from './pool.ts';
export { createReads, type ReadPool, type Reads } from './reads.ts';
export { isConnectionLost } from './connectionLost.ts';
export { createListener, type Listener, type ListenerOptions } from './listener.ts';
export { endAsFirstProcess } from './signals.ts';
export { openBeside, openDatabase, type OpenDatabase, type OpenDatabaseOptions } from './openDatabase.ts';
