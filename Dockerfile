# The product in an image: built by the first stage, run by the second, which has neither sources nor build tools.
# Nothing is loaded but packages of the npm registry.
#
#   docker build -t forecourt .
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY packages/forecourt/package.json ./packages/forecourt/
COPY packages/forecourt/bin ./packages/forecourt/bin/
RUN npm ci --no-audit --no-fund
COPY . .
# Maps hold the sources, and nothing reads them. Of the packages those remain that the built server loads (`dependencies` of package.json).
RUN npm run build && rm dist/*.map && npm prune --omit=dev --no-audit --no-fund

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The only folders that are written: everything else may be read-only (docker run --read-only --tmpfs /tmp).
RUN mkdir /data /backups dist/.compiled && chown node:node /data /backups dist/.compiled
VOLUME ["/data", "/backups"]
USER node
# It ends at once for want of a port, and leaves what the machine makes of its source to every start.
RUN PORT=none node dist/server.js 2>/dev/null || test -n "$(ls dist/.compiled)"
EXPOSE 8080
# SIGTERM reaches the program itself, which stops in order.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/api/health/live').then(a=>process.exit(a.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "dist/server.js"]
