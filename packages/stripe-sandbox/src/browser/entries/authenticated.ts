// Tells the page that opened the bank's question in a frame that it has been answered.
window.parent.postMessage({ sandbox: "authenticated" }, "*");
