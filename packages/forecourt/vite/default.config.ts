import { defineConfig } from 'vite';
import { forecourt } from './index.ts';

/** The browser part of an application that has no vite.config.ts of its own. */
export default defineConfig({ plugins: [forecourt()] });
