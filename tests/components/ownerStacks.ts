import * as React from 'react';

/**
 * React for developers writes down, for every element that is made, the stack of calls that made it: a fifth of all work of component tests, read
 * by nobody. It stops by itself when it wrote many within a second; here it has always written enough. A React that keeps no such count is
 * left as it is.
 */
const INTERNALS = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';

const shared = (React as unknown as Readonly<Record<string, object | undefined>>)[INTERNALS];
if (shared && 'recentlyCreatedOwnerStacks' in shared)
  Object.defineProperty(shared, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
