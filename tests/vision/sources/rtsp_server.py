"""A network camera that speaks RTSP: pictures as RTP/JPEG (RFC 2435) inside the RTSP connection itself."""

import socket
import socketserver
import struct
import threading
from collections.abc import Callable, Iterable
from types import TracebackType

import cv2

from vision.image import Frame

BETWEEN_S = 1 / 30
CLOCK_HZ = 90_000
MOST_BYTES = 1200
"""Of a picture in one packet."""

Scene = Callable[[int], Iterable[Frame]]
"""The frames of connection number N, counted from 0."""


class RtspServer:
    """Serves while it is entered; a connection ends with its frames."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.connections = 0
        self.over = threading.Event()
        outer = self

        class Handler(_Handler):
            served = outer

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self.url = f"rtsp://127.0.0.1:{self._server.server_address[1]}/live"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))

    def __enter__(self) -> "RtspServer":
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(socketserver.StreamRequestHandler):
    served: RtspServer

    def handle(self) -> None:
        try:
            while (request := self._request()) is not None:
                method, number = request
                self._answer(method, number)
                if method == "PLAY":
                    self._play()
                    return
        except OSError:  # the other side has gone
            pass

    def _request(self) -> tuple[str, str] | None:
        """Return the method and sequence number of the next request, None at the end."""
        first = self.rfile.readline().decode()
        number = ""
        while (line := self.rfile.readline().decode().strip()) != "":
            name, _, value = line.partition(":")
            if name.lower() == "cseq":
                number = value.strip()
        return (first.split()[0], number) if first else None

    def _answer(self, method: str, number: str) -> None:
        headers, body = "Session: 1\r\n", ""
        if method == "OPTIONS":
            headers = "Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN\r\n"
        elif method == "DESCRIBE":
            body = (
                "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:1\r\n"
            )
            headers = f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n"
        elif method == "SETUP":
            headers += "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
        self.wfile.write(f"RTSP/1.0 200 OK\r\nCSeq: {number}\r\n{headers}\r\n{body}".encode())

    def _play(self) -> None:
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        number = self.served.connections
        self.served.connections += 1
        sequence = 0
        for count, frame in enumerate(self.served.scene(number)):
            for packet in packets(frame, sequence, round(count * BETWEEN_S * CLOCK_HZ)):
                self.wfile.write(b"$\x00" + struct.pack(">H", len(packet)) + packet)
                sequence += 1
            if self.served.over.wait(BETWEEN_S):
                return


def packets(frame: Frame, sequence: int, time: int) -> list[bytes]:
    """Return the RTP packets of a frame whose sides are multiples of 16 pixels."""
    height, width = frame.shape[:2]
    jpeg = cv2.imencode(".jpg", frame)[1].tobytes()
    tables, scan = b"", b""
    at = 2
    while at < len(jpeg):
        marker, (length,) = jpeg[at + 1], struct.unpack_from(">H", jpeg, at + 2)
        if marker == 0xDB:  # quantisation tables, of one byte an entry
            part = jpeg[at + 4 : at + 2 + length]
            tables += b"".join(part[begin + 1 : begin + 65] for begin in range(0, len(part), 65))
        if marker == 0xDA:
            scan = jpeg[at + 2 + length : -2]
            break
        at += 2 + length
    parts = [scan[begin : begin + MOST_BYTES] for begin in range(0, len(scan), MOST_BYTES)]
    made = []
    for number, part in enumerate(parts):
        last = 0x80 if number == len(parts) - 1 else 0
        rtp = struct.pack(">BBHII", 0x80, last | 26, (sequence + number) & 0xFFFF, time, 1)
        # Type 1 is 4:2:0, and quality 255 says that the first packet brings its tables.
        head = struct.pack(">IBBBB", number * MOST_BYTES, 1, 255, width // 8, height // 8)
        brought = struct.pack(">BBH", 0, 0, len(tables)) + tables if number == 0 else b""
        made.append(rtp + head + brought + part)
    return made
