"use strict";
// The form of the decoder. The work is done by kgen's own code, compiled to
// WebAssembly, which sets kgenExplain and kgenQuestion.
{
  const get = (id) => document.getElementById(id);
  let file = null;

  const show = (answer) => {
    get("problem").textContent = answer.problem;
    get("answer").innerHTML = answer.html;
    for (const example of get("answer").querySelectorAll(".example")) prepare(example);
    get("link").hidden = !answer.link;
    get("link").href = answer.link || "#";
  };
  const decode = () => {
    const bytes = file ? file.bytes : new TextEncoder().encode(get("pasted").value);
    const version = get("version").value === "" ? -1 : Number(get("version").value);
    show(kgenExplain(file ? file.name : "", bytes, get("message").value.trim(), version, Number(get("parts").value)));
  };
  const take = async (chosen) => {
    if (!chosen) return;
    file = { name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) };
    get("pasted").value = "";
    get("pasted").placeholder = chosen.name;
    decode();
  };
  const follow = () => {
    if (location.hash.length < 2) return;
    const question = kgenQuestion(location.hash);
    if (question.problem) return show({ html: "", link: "", problem: question.problem });
    file = null;
    get("pasted").value = question.data;
    get("message").value = question.message;
    get("version").value = question.version < 0 ? "" : question.version;
    get("parts").value = question.message ? question.parts : 2;
    decode();
  };

  const ready = () => {
    get("decode").disabled = false;
    get("question").addEventListener("submit", (e) => { e.preventDefault(); decode(); });
    get("pasted").addEventListener("input", () => { file = null; });
    get("pasted").addEventListener("keydown", (e) => { if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) decode(); });
    get("file").addEventListener("change", (e) => take(e.target.files[0]));
    addEventListener("dragover", (e) => e.preventDefault());
    addEventListener("drop", (e) => { e.preventDefault(); take(e.dataTransfer.files[0]); });
    addEventListener("hashchange", follow);
    follow();
  };
  // The program comes as a script, as pages on a disk may load nothing else.
  const start = async () => {
    const packed = Uint8Array.from(atob(kgenProgram), (c) => c.charCodeAt(0));
    const program = new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip")));
    const go = new Go();
    const { instance } = await WebAssembly.instantiate(await program.arrayBuffer(), go.importObject);
    globalThis.kgenReady = ready;
    go.run(instance);
  };
  const script = document.createElement("script");
  script.src = "program.js";
  const failed = (e) => { get("problem").textContent = `The decoder cannot be loaded: ${e.message || "program.js is missing"}`; };
  script.addEventListener("load", () => start().catch(failed));
  script.addEventListener("error", failed);
  document.head.append(script);
}
