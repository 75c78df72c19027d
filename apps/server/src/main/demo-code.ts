// npm run demo:code -- LOGIN_ID
import { readConfig } from "../config.ts";

const loginId = process.argv[2];
if (!loginId) {
  console.error("使い方: npm run demo:code -- LOGIN_ID");
  process.exit(1);
}
const { port } = readConfig(process.env);
try {
  const answer = await fetch(`http://127.0.0.1:${port}/api/demo/code?login_id=${encodeURIComponent(loginId)}`);
  const body = (await answer.json()) as { code?: string; message?: string };
  if (!body.code) throw new Error(`${loginId}: ${body.message ?? answer.status}`);
  console.log(body.code);
} catch (error) {
  const refused = (error as { cause?: { code?: string } }).cause?.code === "ECONNREFUSED";
  console.error(
    refused ? `ポート ${port} で Okaeri が動いていません。先に npm start を実行してください` : (error as Error).message,
  );
  process.exit(1);
}
