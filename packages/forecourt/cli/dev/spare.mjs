/**
 * A server that `forecourt dev` keeps ready: it has loaded the framework, which is most of a start, and waits to be told which application to serve.
 * It ends with whoever keeps it, however that ends: waiting, starting or serving.
 */
const [, , framework] = process.argv;

/** Messages that came while the framework was loading wait here. */
const told = new Promise((resolve) => process.once('message', resolve));
const leave = () => process.exit(0);
process.once('disconnect', leave);
await import(framework);
const { server } = await told;
process.off('disconnect', leave);
// As if it was asked to: what is going on is finished.
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// Hearing it is no reason to stay.
process.channel.unref();
// The server reads its own command line.
process.argv = [process.execPath, server];
await import(server);
